"""``manage.py verify_games``: whether stored games are still what they were."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic
from typing import Any

import django
from django.core.management import BaseCommand, CommandError
from django.db import connections

from games.models import Game
from games.replay import verify
from games.replay.verify import Finding

BATCH = 20
"""How many games a process takes at a time: enough that queries do not count, and few enough to hold."""


class Command(BaseCommand):
    help = (
        "Replay stored games and compare them with what was stored as they were played. Exits with 1 if any differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="their numbers; by default all")
        parser.add_argument(
            "--processes",
            type=int,
            default=os.cpu_count() or 1,
            help="how many work side by side; by default %(default)s",
        )
        parser.add_argument(
            "--known-to",
            type=int,
            metavar="VERSION",
            help="replay nothing: name the running games that a release could not play whose rules end there",
        )

    def handle(self, *args: Any, games: Sequence[int], processes: int, known_to: int | None, **options: Any) -> None:
        if known_to is not None:
            self._look_beyond(known_to)
            return
        if processes < 1:
            raise CommandError("At least one process is needed.")
        began = monotonic()
        total = actions = faults = 0
        known = _known(games)
        batches = [known[first : first + BATCH] for first in range(0, len(known), BATCH)]
        for finding in _findings(batches, processes):
            total, actions, faults = total + finding.games, actions + finding.actions, faults + len(finding.faults)
            for fault in finding.faults:
                self.stdout.write(str(fault))
        rate = actions / (monotonic() - began)
        verdict = f"{faults} differ" if faults else "all agree"
        self.stdout.write(f"{total:,} games, {actions:,} actions, {rate:,.0f} actions per second: {verdict}.")
        if faults:
            sys.exit(1)

    def _look_beyond(self, version: int) -> None:
        """Name the games that would be broken if the site went back to a release of before their rules."""
        beyond = Game.objects.filter(finished_at=None, setup__version__gt=version).order_by("pk")
        found = list(beyond.values_list("pk", "setup__version"))
        for game, began_by in found:
            self.stdout.write(f"Game {game} began by version {began_by} of the rules.")
        if found:
            sys.exit(1)
        self.stdout.write(f"All running games began by version {version} of the rules or an earlier one.")


def _known(wanted: Sequence[int]) -> Sequence[int]:
    """The numbers of all games, or those that are wanted.

    :raises CommandError: one of these does not exist.
    """
    stored = Game.objects.order_by("pk").values_list("pk", flat=True)
    if not wanted:
        return list(stored)
    if unknown := set(wanted) - set(stored.filter(pk__in=wanted)):
        raise CommandError(f"There is no game {min(unknown)}.")
    return sorted(set(wanted))


def _findings(batches: Sequence[Sequence[int]], processes: int) -> Iterator[Finding]:
    if min(processes, len(batches)) < 2:
        yield from map(verify.audit, batches)
        return
    connections.close_all()
    # Each begins anew: a copy of this process would share its connection to the database.
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=django.setup) as pool:
        yield from pool.map(verify.audit, batches)
