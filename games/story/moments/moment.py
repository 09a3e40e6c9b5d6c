"""A moment of a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that is worth a look back: the position that it led to, its round, and what happened, in a sentence.

    ``rule`` says what kind of moment it is.
    """

    rule: str
    sequence: int
    round: int
    sentence: str
