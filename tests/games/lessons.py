"""How the chapters of the tutorial are meant to be played."""

WAYS = {
    "auction": ("open 4 4", "bid 6", "pass", "open 13 13", "open 20 20", "discard 4"),
    "fuel": ("buy c2 o3", "buy c2 o2", "buy c4", "buy c2", "run 12:c1o1 15"),
    "network": (
        "build essen",
        "build duisburg dusseldorf",
        "build osnabruck",
        "build erfurt fulda",
        "build dortmund",
    ),
    "steps": ("build dortmund", "run 10 12:o2 15", "build koln", "open 31 31", "buy c3 o2", "build koln"),
    "order": ("open 16 16", "buy o5", "build", "open 25 25", "buy c4", "build dortmund"),
    "ending": ("open 36 36", "discard 20", "buy c5 o2", "build saarbrucken", "build"),
}
"""By chapter, what its steps ask for."""
