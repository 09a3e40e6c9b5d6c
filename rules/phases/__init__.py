"""The phases of a round. Each module says what a seat may do and what happens then."""
