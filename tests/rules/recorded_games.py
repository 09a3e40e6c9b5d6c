"""Golden games: each was played once, and leads to the same positions for ever.

Some are records of their own in ``games/``, each named for what it shows; their digests are in ``games/digests.txt``.
Of every kind there are others in short form, a line of ``games/EDITION-MAP.jsonl`` each: games between bots, and
games of random actions with options that are seldom chosen.

``python -m tests.rules.recorded_games`` plays one of each kind that has none yet, and adds the digests of records
without any. Games that are there stay as they are: bots may come to play better, and recorded games replay all the
same.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import cycle, product
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import rules
from rules.boards import first_version
from rules.selfplay import play_game
from rules.state import Seat, State
from rules.versions import NEWEST
from tests.rules.positions import move
from tests.rules.random_play import (
    EDITIONS,
    VARIANTS,
    Table,
    first_boards,
    host_areas,
    later_boards,
    options_in_turn,
    random_game,
    tables,
    variants,
)

FOLDER = Path(__file__).parent / "games"

DIGESTS = FOLDER / "digests.txt"

WIDELY = 3
"""Up to this version there is a game of every kind; of each later one there is a game on each board it changed."""

MARK = 4
"""How many digits of the digest of each position a trail has: enough to say where a game first goes another way."""


class BotGame(Struct, frozen=True, order=True, omit_defaults=True, dict=True):
    """One game. ``moves`` are in the notation, each after its seat; ``digest`` is that of the last position.

    ``trail`` has the first digits of the digest of each position, the start included.
    """

    name: str
    players: int
    options: rules.Options
    digest: str
    trail: str
    moves: tuple[str, ...]
    areas: tuple[str, ...] = ()
    version: int = 1

    @cached_property
    def setup(self) -> rules.Setup:
        """What followed from the seed, which is the name."""
        return rules.new_setup(self.options, self.players, self.name, self.areas, version=self.version)

    @cached_property
    def played(self) -> tuple[tuple[Seat, rules.Action], ...]:
        return tuple(map(move, self.moves))


class Kind(Struct, frozen=True):
    """A kind of game that has to be among those recorded, in the newest version that changed anything about it.

    :param until: later versions are looked at only if it is one of them that brought the board.
    """

    name: str
    players: int
    options: rules.Options
    is_random: bool
    until: int = WIDELY

    @property
    def version(self) -> int:
        edition, map = self.options.edition, self.options.map
        until = max(self.until, first_version(map, edition))
        return max(rules.edition(edition, until).since, rules.board(map, edition, until).since)

    @property
    def full_name(self) -> str:
        return self.name if self.version == 1 else f"{self.name}-rules-{self.version}"


@cache
def bot_games() -> tuple[BotGame, ...]:
    """All games that were recorded in short form."""
    lines = (line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_bytes().splitlines())
    return tuple(msgspec.json.decode(line, type=BotGame) for line in lines)


def kinds() -> Iterator[Kind]:
    """All kinds of games on the boards that have been there from the beginning, and some of each on the others."""
    yield from _all_kinds()
    later = [table for table in tables() if table.options.map in later_boards(table.options.edition)]
    for number, table in enumerate(table for table in later if table.seed.endswith("p-0")):
        yield Kind(table.seed.removesuffix("-0"), table.players, table.options, is_random=number % 2 == 1)
    yield from _kinds_since()


def _kinds_since() -> Iterator[Kind]:
    """A game of each edition on each map; players, variants and ways to choose areas go round."""
    for first_turn, edition in enumerate(EDITIONS):
        boards = (*first_boards(edition), *later_boards(edition))
        for turn, map in enumerate(boards, first_turn):
            players, options = 2 + turn % 5, options_in_turn(edition, map, turn)
            yield Kind(f"{edition}-{map}-{players}p-since", players, options, is_random=turn % 2 == 1, until=NEWEST)


def _all_kinds() -> Iterator[Kind]:
    """Each variant of each edition on each map with each number of players, and then with other options.

    Two bots draft areas; in games of random actions the ways to choose them go round. On the boards that came later
    all of these go round.
    """
    for edition, players in product(EDITIONS, range(2, 7)):
        for map, variant in product(first_boards(edition), variants(edition, players)):
            areas = "draft" if players == 2 else "random"
            options = {"edition": edition, "map": map, "areas": areas, **VARIANTS[variant]}
            name = f"{edition}-{map}-{players}p-{variant}"
            yield Kind(name, players, rules.options_from_data(options), is_random=False)
    for table in tables():
        if table.seed.endswith("-mixed-0"):
            edition, map = table.options.edition, table.options.map
            yield Kind(f"{edition}-{map}-{table.players}p-mixed", table.players, table.options, is_random=True)
    yield from _kinds_on_later_boards()


def _kinds_on_later_boards() -> Iterator[Kind]:
    """A game between bots and one of random actions of each edition on each map."""
    some = [table for table in tables() if table.options.map in later_boards(table.options.edition)]
    for table, is_random in zip(some, cycle((False, True)), strict=False):
        edition, map = table.options.edition, table.options.map
        name = f"{edition}-{map}-{table.players}p-{'random' if is_random else 'bots'}"
        bots_do_not_pick = not is_random and table.options.areas == "host"
        options = replace(table.options, areas="draft") if bots_do_not_pick else table.options
        yield Kind(name, table.players, options, is_random)


def trail(states: Iterable[State]) -> str:
    """The first digits of the digests of positions."""
    return "".join(rules.digest(state)[:MARK] for state in states)


def first_difference(one: str, other: str) -> int | None:
    """The number of the first position in which two trails differ; None where there is none."""
    if one == other:
        return None
    marks = zip(
        *([found[at : at + MARK] for at in range(0, len(found), MARK)] for found in (one, other)), strict=False
    )
    numbers = (number for number, (mark, another) in enumerate(marks) if mark != another)
    return next(numbers, min(len(one), len(other)) // MARK)


def digests() -> dict[str, tuple[str, str]]:
    """The digest and the trail of each record, by the name of its file."""
    lines = map(str.split, DIGESTS.read_text(encoding="utf-8").splitlines())
    return {name: (digest, trail) for digest, name, trail in lines}


def main() -> None:
    """Record what is missing."""
    games = {game.name: game for game in bot_games()}
    for kind in kinds():
        if kind.full_name not in games:
            games[kind.full_name] = _play(kind)
    for edition, map in {(game.options.edition, game.options.map) for game in games.values()}:
        found = sorted(game for game in games.values() if game.name.startswith(f"{edition}-{map}-"))
        lines = [msgspec.json.encode(game) + b"\n" for game in found]
        (FOLDER / f"{edition}-{map}.jsonl").write_bytes(b"".join(lines))
    known = digests()
    for path in FOLDER.glob("*.json"):
        if path.name not in known:
            states = tuple(rules.recorded_positions(rules.read_record(path.read_bytes())))
            known[path.name] = rules.digest(states[-1]), trail(states)
    DIGESTS.write_text("".join(f"{end}  {name}  {marks}\n" for name, (end, marks) in sorted(known.items())))


def _play(kind: Kind) -> BotGame:
    name, players, options = kind.full_name, kind.players, kind.options
    table = Table(options, players, name, kind.version)
    if kind.is_random:
        game = random_game(table)
        setup, moves = game.setup, game.moves
    else:
        areas = host_areas(table, Random(name))
        record, _ = play_game(options, players, name, areas, version=table.version, check=True)
        setup, moves = record.setup, record.moves
    states = tuple(rules.positions(setup, moves))
    areas = setup.areas if options.areas == "host" else ()
    written = tuple(f"{seat}: {action}" for seat, action in moves)
    return BotGame(name, players, options, rules.digest(states[-1]), trail(states), written, areas, kind.version)


if __name__ == "__main__":
    main()
