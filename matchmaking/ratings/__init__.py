"""Ratings: how well people play, as far as finished games tell.

``placings`` says who counts in a game and at which place; ``rating`` goes through the games that ended, and is the
only one to change ratings; ``figures`` has what people did in them, ``leaderboard`` and ``progress`` what pages show.
"""
