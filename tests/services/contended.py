"""What came of it that many answered the same question, as :mod:`tests.services.conflicts` tells it."""

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """How many answers of each status those got who were asked (``own``) and those who were not (``others``)."""

    positions: int
    own: dict[int, int]
    others: dict[int, int]
    several: list[int]
    """The positions in which not exactly one of those who were asked was let through."""
    rows: int
    """Actions that people have taken."""
    faults: list[str]
    deadlocks: int

    def wrong(self) -> list[str]:
        """What is not as it has to be: one success for each position, everybody else told of a conflict."""
        sentences = {
            f"Not one was let through at {self.several}": self.several,
            f"Those who were asked were answered {self.own}": set(self.own) - {302, 409},
            f"The others were answered {self.others}": set(self.others) - {409, 422},
            f"{self.rows} actions in {self.positions} positions": self.rows != self.positions,
            f"Faults: {self.faults}": self.faults,
            f"{self.deadlocks} deadlocks": self.deadlocks,
        }
        return [sentence for sentence, is_so in sentences.items() if is_so]
