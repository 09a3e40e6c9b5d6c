"""What others can tell by the times of answers: the figures of SECURITY.md. ``python -m tests.benchmarks.times``.

Four people play whole games on a simulated clock. They sleep from 23 to 7 o'clock, plan half of their decisions, and
take 90 minutes of their waking time for each other one, on average.
"""

import random
from collections import Counter
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import rules
import rules.bots
from games.clock.calendars import Calendar, deadline, rest_at
from tests.benchmarks import asked_for

START = datetime(2026, 5, 4, 17, tzinfo=UTC)
SLEEP = time(23), time(7)
BY_HAND = timedelta(minutes=90)
SOONEST, LATEST = 20, 90
"""As in :mod:`games.turns.decisions`."""

TABLES = {
    "one_zone": ("Europe/Berlin",) * 4,
    "four_zones": ("Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo"),
}

Figures = Counter[str]


def main() -> None:
    """Print how many answers of each kind there were, how many came soon or at night, and how long it all took."""
    games: int = asked_for(__doc__, games=(20, 1)).games
    for name, zones in TABLES.items():
        for plans_wait in (False, True):
            found = sum((play(zones, number, plans_wait=plans_wait) for number in range(games)), Figures())
            print(name, "plans_wait" if plans_wait else "plans_answer", *(f"{kind} {found[kind]}" for kind in found))


def play(zones: tuple[str, ...], number: int, *, plans_wait: bool) -> Figures:
    """One game.

    :param plans_wait: whether plans wait until their owner is awake.
    """
    chance, figures, now = random.Random(number), Figures(), START
    calendars = [Calendar(ZoneInfo(zone), sleep=SLEEP) for zone in zones]
    state = rules.start(rules.new_setup(rules.Options(), players=len(zones), seed=f"times-{number}"))
    while not state.is_over:
        seat = state.to_move[0]
        kind, asked_at = _kind(state, seat, chance), now
        if kind == "by_hand":
            now = deadline(calendars[seat], now, chance.expovariate(1) * BY_HAND)
        elif kind != "at_once":
            wait = timedelta(seconds=chance.uniform(SOONEST, LATEST))
            now = deadline(calendars[seat], now, wait) if plans_wait else now + wait
        figures[kind] += 1
        figures[f"{kind}_soon"] += now - asked_at <= timedelta(seconds=LATEST)
        figures[f"{kind}_at_night"] += rest_at(calendars[seat], now) is not None
        state = rules.apply(state, seat, rules.bots.decide(state, seat, "times"))
    figures["hours"] = round((now - START) / timedelta(hours=1))
    return figures


def _kind(state: rules.State, seat: rules.Seat, chance: random.Random) -> str:
    """How a seat decides."""
    if rules.secretly_forced(state, seat) is not None:
        return "cannot_pay"
    if rules.forced(state, seat) is not None:
        return "at_once"
    return "planned" if chance.random() < 0.5 else "by_hand"


if __name__ == "__main__":
    main()
