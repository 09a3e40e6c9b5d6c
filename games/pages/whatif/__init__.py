"""The private board on which a player tries what could come next."""
