"""What people are told of their games by mail and by other ways, and what they can decide from there."""
