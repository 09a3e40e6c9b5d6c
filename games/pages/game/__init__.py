"""The game page."""
