"""A running game: rows, replay, turns, the game page, history."""
