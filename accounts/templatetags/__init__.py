"""Template tags that all rooms share."""
