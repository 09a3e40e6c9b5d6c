"""A player's games: the list of them, their profile, their deadlines."""
