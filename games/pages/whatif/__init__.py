"""The private board on which somebody tries what could come next."""
