"""People play whole games over HTTP while everything behind the site is killed at random and started again.

:mod:`seating` begins the games, :mod:`playing` has their people play them, :mod:`reckoning` holds what is stored
against what people were answered and against what arrived. ``python -m tests.soak`` does it all.
"""
