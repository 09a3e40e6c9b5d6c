"""Sizes of what is drawn on a board, in units of the drawing: about a pixel each on a laptop."""

CAPSULE_WIDTH, CAPSULE_HEIGHT = 52.0, 19.0
"""A city: the capsule that holds its three slots."""
SLOT_PITCH = 15.5
"""From the middle of one slot to the middle of the next."""
COST_RADIUS = 9.5
"""The disc with the cost of a connection."""
NAME_SIZE, NAME_HEIGHT = 12.5, 13.5
"""Letters of a city's name, and from one line of it to the next."""
BADGE_RADIUS = 10.0
"""The disc that says that an area or a city has a rule of its own."""
