"""Plans: what a seat wants done when it is asked something, in a small language of its own.

A plan is a value, and what it answers follows from a position as its seat may see it. Each answer is an action that
the player could have sent at that moment. :mod:`games.turns.edit_plans` changes rows.
"""
