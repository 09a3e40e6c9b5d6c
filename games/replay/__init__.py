"""The state of a game from its rows, and whether these are what was played."""
