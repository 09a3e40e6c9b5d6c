"""How a game went, and how it ended."""
