"""Tables that wait for players: lobby, seats, start."""
