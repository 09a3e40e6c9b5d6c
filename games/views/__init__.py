"""The pages of a game, and the list of my games."""
