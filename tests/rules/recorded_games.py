"""A game between bots of every kind, as it was played once: a line of ``games/EDITION-MAP.jsonl`` each.

``python -m tests.rules.recorded_games`` plays one of each kind that has none yet. Those that are there stay as they
are: bots may come to play better, and recorded games replay all the same.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
from msgspec import Struct

import rules
from rules.selfplay import play_game
from rules.state import Seat
from tests.rules.positions import move
from tests.rules.random_play import VARIANTS, variants

FOLDER = Path(__file__).parent / "games"


class BotGame(Struct, frozen=True, order=True):
    """One game. ``moves`` are in the notation, each after its seat; ``digest`` is that of the last position."""

    name: str
    players: int
    options: rules.Options
    digest: str
    moves: tuple[str, ...]

    @property
    def setup(self) -> rules.Setup:
        """What followed from the seed, which is the name."""
        return rules.new_setup(self.options, self.players, self.name)

    @property
    def played(self) -> tuple[tuple[Seat, rules.Action], ...]:
        return tuple(map(move, self.moves))


def bot_games() -> list[BotGame]:
    """All games that were recorded."""
    lines = (line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_bytes().splitlines())
    return [msgspec.json.decode(line, type=BotGame) for line in lines]


def kinds() -> Iterator[tuple[str, int, rules.Options]]:
    """A name, the players and the options for each variant of each edition on each map. Two players draft areas."""
    for edition, players in product(("classic", "recharged"), range(2, 7)):
        for map, variant in product(rules.board_names(edition), variants(edition, players)):
            areas = "draft" if players == 2 else "random"
            options = {"edition": edition, "map": map, "areas": areas, **VARIANTS[variant]}
            yield f"{edition}-{map}-{players}p-{variant}", players, rules.options_from_data(options)


def main() -> None:
    """Record what is missing."""
    games = {game.name: game for game in bot_games()}
    for name, players, options in kinds():
        if name not in games:
            games[name] = _play(name, players, options)
    for edition, map in product(("classic", "recharged"), rules.MAPS):
        found = sorted(game for game in games.values() if game.name.startswith(f"{edition}-{map}-"))
        lines = [msgspec.json.encode(game) + b"\n" for game in found]
        (FOLDER / f"{edition}-{map}.jsonl").write_bytes(b"".join(lines))


def _play(name: str, players: int, options: rules.Options) -> BotGame:
    record, state = play_game(options, players, name, check=True)
    moves = tuple(f"{seat}: {action}" for seat, action in record.moves)
    return BotGame(name, players, options, rules.digest(state), moves)


if __name__ == "__main__":
    main()
