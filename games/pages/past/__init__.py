"""The page of a past position."""
