"""The run itself: a stage, people on it, somebody who kills, and the reckoning."""

import random
import threading
import time
from collections import defaultdict

import msgspec

from tests.services.stages import ServingPrograms, Stage, staged
from tests.services.visitors import Visitor
from tests.soak.notes import Played, Reckoning

MOST_GAMES = 1000
MOST_MINUTES = 120

KINDS = {"web": 3, "worker": 3, "sender": 3, "scheduler": 2, "broker": 2, "database": 3}
"""What is killed, and how often of all times."""

LOOK_EVERY = 0.2

TRACE = 20
"""How many lines before an error are printed, where it is none that a library has a name for."""


class Killer(threading.Thread):
    """Kills one program after the other, until it is told to stop. ``recoveries`` are seconds, by kind."""

    def __init__(self, stage: Stage, seed: str, every: float) -> None:
        super().__init__()
        self.stage, self.every = stage, every
        self.chance = random.Random(seed)
        self.programs = ServingPrograms(stage, self.chance)
        self.recoveries: dict[str, list[float]] = defaultdict(list)
        self.is_over = threading.Event()
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            while self._wait(self.every * self.chance.uniform(0.5, 1.5)):
                (what,) = self.chance.choices(list(KINDS), weights=list(KINDS.values()))
                began = time.monotonic()
                self.programs.kill(what)
                self._wait_for_a_page()
                self.recoveries[what].append(time.monotonic() - began)
        except Exception as fault:  # noqa: BLE001 (the main thread raises it)
            self.fault = fault

    def stop(self) -> None:
        self.is_over.set()
        self.join()
        if self.fault:
            raise self.fault

    def _wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.is_over.wait(LOOK_EVERY):
                return False
            self.programs.look_after_workers()
        return True

    def _wait_for_a_page(self) -> None:
        """Wait for a page that asks the database."""
        visitor = Visitor(self.stage.site.address)

        def shows() -> bool:
            try:
                return visitor.get("/tables/").status_code == 200
            except OSError:
                return False

        self.stage.site.wait_for("a page", shows)


def soak(*, games: int, kills: int, seconds: float, seed: str) -> bool:
    """Have so many games played, and print what came of it; whether all is as it should be."""
    with staged(pool="prefork", workers=2) as stage:
        site, notes = stage.site, stage.site.folder / "sent"
        notes.touch()
        site.call("tests.soak.seating", str(games), seed)
        killer = Killer(stage, seed, every=0.6 * seconds / kills)
        killer.start()
        try:
            said = site.call("tests.soak.playing", site.address, str(seconds), str(notes), seed)
        finally:
            killer.stop()
        played = msgspec.json.decode(said, type=Played, strict=False)
        said = site.call("tests.soak.reckoning", str(notes), str(stage.arrived))
        reckoning = msgspec.json.decode(said, type=Reckoning)
        verdict = site.call("django", "verify_games", "--skip-checks")
        faults = _faults(site.story())
    _print(killer, played, reckoning, verdict, faults)
    return _is_well(played, reckoning)


def _faults(story: str) -> dict[str, str]:
    """The errors that programs did not know what to do about, each once, with the end of what led to it."""
    lines, faults = story.splitlines(), dict[str, str]()
    for number, line in enumerate(lines):
        if line and not line[0].isspace() and "Error" in line.split(":")[0]:
            faults.setdefault(line, "\n".join(lines[max(number - TRACE, 0) : number]))
    return dict(sorted(faults.items()))


def _is_well(played: Played, reckoning: Reckoning) -> bool:
    wrong = (reckoning.lost, reckoning.doubled, reckoning.standing, reckoning.unsent, reckoning.untold)
    return not any([*wrong, reckoning.repeated_otherwise, played.broken])


def _print(killer: Killer, played: Played, reckoning: Reckoning, verdict: str, faults: dict[str, str]) -> None:
    killed = killer.programs.killed
    print(f"games {reckoning.games}, of them finished {reckoning.finished}, in {played.seconds:.0f} s")
    print(f"actions {reckoning.actions}, of them sent by people {reckoning.by_people}")
    print(f"kills {killed.total()}: " + ", ".join(f"{what} {count}" for what, count in sorted(killed.items())))
    print(f"answers {played.statuses}, retries {played.retries}, the slowest {played.slowest_answer:.1f} s")
    for what, seconds in sorted(killer.recoveries.items()):
        print(f"a page again after the death of the {what}: at most {max(seconds):.1f} s")
    print(f"alerts {reckoning.alerts}, mails {reckoning.mails}, again with the same id {reckoning.repeated}")
    print(f"the longest an alert was late {played.late_alert:.1f} s, a game {played.late_game:.1f} s")
    for name in ("lost", "doubled", "standing", "unsent", "untold", "repeated_otherwise"):
        found = getattr(reckoning, name)
        print("\n".join([f"{name} {len(found)}", *found[:20]]))
    print("\n".join([f"answered 500: {len(played.broken)}", *played.broken[:20]]))
    print(verdict.strip())
    for fault, trace in list(faults.items())[:20]:
        is_named = "." in fault.split(":")[0]
        print(fault if is_named else f"{trace}\n{fault}")
