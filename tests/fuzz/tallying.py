"""What has come of random requests, in numbers."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Tally:
    """What has come of requests."""

    sent: Counter[str] = field(default_factory=Counter)
    """By method."""
    statuses: Counter[int] = field(default_factory=Counter)
    reached: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By address, and the class of the answer: ``("games:play", "2xx")``."""
    faults: dict[str, str] = field(default_factory=dict)
    """The first request for each thing that broke, by what broke."""
    times: Counter[str] = field(default_factory=Counter)
    """How often each of them broke."""
    largest: tuple[int, str] = (0, "")
    slowest: tuple[float, str] = (0.0, "")

    def add(self, other: "Tally") -> None:
        self.sent += other.sent
        self.statuses += other.statuses
        self.reached += other.reached
        self.times += other.times
        self.faults = {**other.faults, **self.faults}
        self.largest = max(self.largest, other.largest)
        self.slowest = max(self.slowest, other.slowest)

    def blame(self, what: str, request: object) -> None:
        self.times[what] += 1
        self.faults.setdefault(what, str(request))


def report(tally: Tally, *, seconds: float) -> None:
    """Print all of it: what was reached, how fast, and what broke."""
    by_name: dict[str, dict[str, int]] = defaultdict(dict)
    for (name, kind), times in sorted(tally.reached.items()):
        by_name[name][kind] = times
    for name, kinds in sorted(by_name.items()):
        print(f"  {name or 'no address':45}", *(f"{kind} {times:6}" for kind, times in kinds.items()))
    total = sum(tally.sent.values())
    print(f"{tally.sent['POST']} posts, {total} requests in {seconds:.0f} s: {total / seconds:.0f} each second")
    print("statuses:", *(f"{status}: {times}" for status, times in sorted(tally.statuses.items())))
    print(f"largest answer: {tally.largest[0]} bytes, {tally.largest[1]}")
    print(f"slowest answer: {tally.slowest[0]:.1f} s, {tally.slowest[1]}")
    for what, times in tally.times.most_common():
        print(f"{times} times:", *what.splitlines()[-3:], sep="\n  ")
    print(f"{len(tally.faults)} faults")
