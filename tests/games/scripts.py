"""The first round of three players, in the notation, for positions that more than one test needs."""

AUCTIONS = ("open 4 4", "pass", "pass", "open 3 3", "pass", "open 5 5")
"""Ana gets plant 04, Bob 03 and Cid 05; the order is then Cid, Ana, Bob."""

PURCHASES = (*AUCTIONS, "buy o2", "buy c2", "buy c1 o1")

BUILDINGS = (*PURCHASES, "build hannover", "build leipzig", "build koln")
"""Everybody is to power a city."""

ROUND = (*BUILDINGS, "run 4", "run 3", "run 5:c1o1")
"""Round 2 has begun."""

TRUST_HOUSES = ("trust hannover", "trust bremen", "trust hamburg", "trust erfurt", "trust halle", "trust kiel")
"""Before a game of two Against the Trust; each place has a connection to one before it."""

TRUST_AUCTIONS = (*TRUST_HOUSES, "open 3 1", "pass", "open 4 4")
"""Ana gets plant 03, the Trust 09 and Bob 04; the order is then Bob, Ana."""

DRAFT = ("area northwest", "area west", "area southwest")
"""Three players choose the areas of Germany."""

DRAFTED_ROUND = (
    *DRAFT,
    *("open 3 3", "bid 4", "pass", "bid 5", "bid 6", "pass", "open 5 6", "pass", "open 4 4"),
    *("buy o2", "buy c2", "buy c3 o1"),
    *("build bremen", "build koln", "build essen duisburg"),
    *("run 5:c1o1", "run 3", "run 4"),
)
"""Bob outbids Ana for plant 03, so that she takes 05 and Cid 04; the order is then Ana, Cid, Bob."""

HOARDING = (
    *("open 7 7", "pass", "pass", "decline", "decline", *3 * ["buy"], *3 * ["build"], "run 5:c2"),
    *("open 8 8", "pass", "pass", "decline", "decline", "buy", "buy", "buy c3 o6", *3 * ["build"], "run 8"),
    *("open 13 13", "pass", "pass"),
)
"""After that round Ana buys a plant in each: the fourth in round 4. Of her 6 oil two plants can store only 4."""
