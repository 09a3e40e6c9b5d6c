"""How much time people have, and when a game has to go on by itself."""
