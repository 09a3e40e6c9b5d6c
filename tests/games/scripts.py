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
