"""The first round of three players, in the notation, for positions that more than one test needs."""

AUCTIONS = ("open 4 4", "pass", "pass", "open 3 3", "pass", "open 5 5")
"""Ana gets plant 04, Bob 03 and Cid 05; the order is then Cid, Ana, Bob."""

PURCHASES = (*AUCTIONS, "buy o2", "buy c2", "buy c1 o1")

BUILDINGS = (*PURCHASES, "build hannover", "build leipzig", "build koln")
"""Everybody is to power a city."""

ROUND = (*BUILDINGS, "run 4", "run 3", "run 5:c1o1")
"""Round 2 has begun."""
