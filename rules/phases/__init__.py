"""The phases of a round, one module each, all with the same functions.

``begin`` and ``end`` do what happens by itself. ``legal``, ``forced`` and ``apply`` say what a seat may do and what
happens then; ``is_done`` when nobody has anything left to do. Which phase comes next is for :mod:`rules.engine`.
"""
