"""Somebody's games: the list of them, their profile, their deadlines."""
