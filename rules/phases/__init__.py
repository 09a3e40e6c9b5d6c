"""The phases of a round, one module each, all with the same functions.

``legal``, ``forced`` and ``apply`` say what a seat may do and what happens then; ``is_done`` when nobody has anything
left to do, and ``end`` what the end of the phase brings. Which phase comes next is for :mod:`rules.engine`.
"""
