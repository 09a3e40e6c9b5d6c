"""What players are told of their games by mail and other ways, and what they can decide from there."""
