"""Pictures of a game: the map, plant cards, the fuel market, and the small shapes they are made of."""
