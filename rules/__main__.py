"""The command line: ``python -m rules`` with ``replay``, ``verify``, ``deal``, ``play`` or ``arena``."""

import argparse
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules import arena, bots, uranium_market
from rules.boards import first_version
from rules.editions import edition_on
from rules.plain_text import plain
from rules.plant_market import actual
from rules.selfplay import play_game
from rules.state import State
from rules.versions import NEWEST


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 unless a record was refused (1) or the command made no sense (2)."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (RecordRefused, rules.RecordError) as refusal:
        print(plain(str(refusal)), file=sys.stderr)
        return 1
    except rules.RuleError as refusal:
        print(f"{refusal.rule}: {refusal}", file=sys.stderr)
        return 2
    except arena.NoContest as refusal:
        print(plain(str(refusal)), file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rules of Power Grid.")
    commands = parser.add_subparsers(required=True)

    replay = commands.add_parser("replay", help="replay a game record and print how it stands")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument(
        "--states", action="store_true", help="print the position at the start and after each action, as JSON lines"
    )
    replay.set_defaults(run=_replay)

    verify = commands.add_parser(
        "verify", help="check that the cards of a record follow from its seed, and replay it"
    )
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument(
        "--commitment", type=_commitment, metavar="HEX", help="the commitment that was published before the game"
    )
    verify.set_defaults(run=_verify)

    table = argparse.ArgumentParser(add_help=False)
    table.add_argument("--edition", choices=rules.values_of("edition"))
    table.add_argument("--map", choices=rules.board_names(version=NEWEST))
    table.add_argument("--players", type=int, default=4, choices=range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1))

    deal = commands.add_parser("deal", parents=[table], help="print the steps by which market and deck are dealt")
    deal.set_defaults(run=_deal)

    chosen = argparse.ArgumentParser(add_help=False, parents=[table])
    chosen.add_argument(
        "--areas",
        type=lambda text: tuple(text.split(",")),
        default=(),
        metavar="AREA,…",
        help="the areas in play; drawn where none are given",
    )
    chosen.add_argument("--first-game", action="store_true", help="the first-game variant")
    chosen.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any other option of docs/rules.md 0.3, such as start_cities=true; may be repeated",
    )
    chosen.add_argument("--seed", type=_seed, default="0", help="any text; the same seed plays the same games")

    play = commands.add_parser("play", parents=[chosen], help="let bots play games against one another")
    play.add_argument("--games", type=_count, default=1, help="how many games")
    play.add_argument("--check", action="store_true", help="check the invariants after every action")
    play.add_argument("--save", type=Path, metavar="FOLDER", help="write each game's record into this folder")
    play.set_defaults(run=_play)

    competing = commands.add_parser("arena", parents=[chosen], help="measure bots against one another (docs/bots.md)")
    competing.add_argument(
        "--bots",
        type=lambda text: text.split(","),
        required=True,
        metavar="BOT,…",
        help="easy, normal, hard, today, or module:function; the last one takes all seats that are left",
    )
    competing.add_argument("--deals", type=_count, default=20, help="how many deals; each is played from every seat")
    competing.add_argument("--playouts", type=_count, default=bots.PLAYOUTS, help="how often the hard bot tries out")
    competing.add_argument("--jobs", type=_count, default=1, help="how many games at the same time")
    competing.set_defaults(run=_arena)
    return parser


_MOST = 1_000_000
"""More than anybody can wait for."""


class RecordRefused(Exception):
    """A sentence on why a record cannot be read or written, or is not what it should be."""


def _replay(options: argparse.Namespace) -> None:
    record = _read(options.file)
    for number, state in _positions(record):
        if options.states:
            print(msgspec.json.encode(state_line(number, state)).decode())
    _check_result(record, state)
    if not options.states:
        print(_summary(record, state))


def _verify(options: argparse.Namespace) -> None:
    record = _read(options.file)
    *_, (_number, last) = _positions(record)
    _check_result(record, last)
    proof = rules.prove(record)
    print(proof)
    print(f"actions: all {len(record.moves)} follow the rules")
    print("result: " + ("follows from the actions" if record.result else "not stated"))
    if not proof.holds:
        names = ", ".join(draw.name for draw in proof.draws if not draw.follows)
        raise RecordRefused(f"These do not follow from the seed of the record: {names}.")
    if options.commitment not in (None, proof.commitment):
        raise RecordRefused("The secret in the seed does not match this commitment.")
    print("All that chance decided follows from the seed.")


def _read(file: Path) -> rules.Record:
    """Read a file, but no more of it than a record can be long.

    :raises RecordRefused: it cannot be read, or is no record of a game.
    """
    try:
        with file.open("rb") as source:
            return rules.read_record(source.read(rules.LARGEST_RECORD + 1))
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}") from None
    except rules.RecordError as error:
        raise RecordRefused(f"{file}: {error}") from None
    except rules.RuleError as error:
        raise RecordRefused(f"{file}: {error.rule}: {error}") from None


def _positions(record: rules.Record) -> Iterator[tuple[int, State]]:
    """The positions of a record, each with the number of actions before it.

    :raises RecordRefused: at the first action that is refused.
    """
    number = 0
    try:
        for number, state in enumerate(rules.recorded_positions(record)):
            yield number, state
    except rules.RuleError as error:
        raise RecordRefused(f"action {number + 1}: {error.rule}: {error}") from None


def _check_result(record: rules.Record, last: State) -> None:
    """Hold the result that a record states against its last position.

    :raises RecordRefused: it is another one.
    """
    if record.result is not None and record.result != rules.result_of(last):
        raise RecordRefused("The record states a result that its actions do not lead to.")


def _summary(record: rules.Record, state: State) -> str:
    if not state.is_over:
        names = ", ".join(plain(record.players[seat]) for seat in state.to_move)
        return f"Round {state.round}, {state.phase}: {names} to move."
    return "\n".join(
        f"{entry.rank}. {plain(record.players[entry.seat])}: {entry.powered} of {entry.cities} cities powered,"
        f" {entry.money} Elektro"
        for entry in state.standing
    )


def state_line(number: int, state: State) -> dict[str, Any]:
    """The public state after ``number`` actions, as the game record format has it."""
    row = actual(state)
    auction = state.auction
    line: dict[str, Any] = {
        "n": number,
        "round": state.round,
        "phase": state.phase,
        "step": state.step,
        "to_move": state.to_move,
        "order": state.order,
        "players": [
            {
                "seat": seat,
                "money": player.money,
                "plants": player.plants,
                "fuel": player.fuel,
                "cities": player.cities,
            }
            for seat, player in enumerate(state.players)
        ],
        "market": {"actual": row, "future": [plant for plant in state.market if plant not in row]},
        "deck_size": len(state.deck),
        "discount": state.discount,
        "resources": state.resources,
        "supply": state.supply,
        "auction": auction
        and {"plant": auction.plant, "bid": auction.bid, "bidder": auction.bidder, "in": auction.bidders},
        "digest": rules.digest(state),
    }
    if state.board.rules.networks.start_cities:
        for player, printed in zip(state.players, line["players"], strict=True):
            printed["free_start"] = not player.free_start
    if state.board.rules.blocking.each and not number:
        line["blocked"] = state.setup.blocked
    if number == 0 and (cards := _own_cards(state)):
        line["cards"] = cards
    if state.markets:
        line["markets"] = {market.id: fuel for market, fuel in zip(state.board.markets, state.markets, strict=True)}
    if state.board.rules.uranium_market is not None:
        line["uranium_market"] = uranium_market.by_price(state)
    line |= state.board.hooks.printed(state)
    if state.marked:
        line["marked"] = [marker.city for marker in state.marked]
    if state.trust is not None:
        line["trust"] = {"plants": state.trust.plants, "fuel": state.trust.fuel, "cities": state.trust.houses}
    if state.deck_part:
        line |= {"pile": state.pile, "deck_part": state.deck_part}
    if state.board.rules.discount_buys_again:
        line["bonus"] = state.bonus
    if state.is_over:
        line["standing"] = [
            {"seat": entry.seat, "powered": entry.powered, "rank": entry.rank}
            for entry in sorted(state.standing, key=lambda entry: entry.seat)
        ]
    return line


def _own_cards(state: State) -> dict[int, dict[str, Any]]:
    """The plants that differ from the ordinary cards in this game."""
    return {
        plant.number: {"kind": plant.kind, "need": plant.need, "cities": plant.cities, "stores": plant.storage}
        for plant in state.plants.values()
        if plant != rules.PLANTS[plant.number]
    }


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"give a whole number from 1 to {_MOST}, not {text!r}")
    return int(text)


def _commitment(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text.strip()):
        raise argparse.ArgumentTypeError(f"give 64 hexadecimal digits, not {text!r}")
    return text.strip().lower()


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not text") from None
    return text


def _option(text: str) -> tuple[str, bool | str]:
    """One table option as it is typed; the rules say whether there is one."""
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, value)


def _table(options: argparse.Namespace) -> rules.Options:
    """The options of the games to play.

    :raises RuleError: they do not go together.
    """
    named = {
        "edition": options.edition,
        "map": options.map,
        "first_game": options.first_game or None,
        "areas": "host" if options.areas else None,
    }
    given = [*((name, value) for name, value in named.items() if value is not None), *options.option]
    stated: dict[str, bool | str] = {}
    for name, value in given:
        if stated.setdefault(name, value) != value:
            raise rules.RuleError("0.3", "The option {name} has two different values.", name=name)
    table = rules.options_from_data(stated)
    rules.new_setup(table, options.players, options.seed, options.areas, version=_version(table))
    return table


def _deal(options: argparse.Namespace) -> None:
    """Print the steps of a deal, one JSON object in a line."""
    named = {"edition": options.edition, "map": options.map}
    table = rules.options_from_data({name: value for name, value in named.items() if value is not None})
    on = rules.board(table.map, table.edition, _version(table))
    for step in on.hooks.recipe(edition_on(on, _version(table)), on, options.players):
        print(msgspec.json.encode(step).decode())


def _version(table: rules.Options) -> int:
    """That of new games, or the first one with the board, which a site may not offer yet."""
    return max(rules.VERSION, first_version(table.map, table.edition))


def _play(options: argparse.Namespace) -> None:
    """Play and print one game after the other.

    :raises RecordRefused: a record cannot be written.
    """
    table = _table(options)
    try:
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
        for number in range(1, options.games + 1):
            _play_one(table, number, options)
    except OSError as error:
        raise RecordRefused(f"The games cannot be saved: {error.strerror}.") from None


def _play_one(table: rules.Options, number: int, options: argparse.Namespace) -> None:
    seed = f"{options.seed}-{number}"
    record, state = play_game(
        table, options.players, seed, options.areas, version=_version(table), check=options.check
    )
    best = state.standing[0]
    ranking = " ".join(f"P{entry.seat}:{entry.powered}" for entry in state.standing)
    print(
        f"game {number} rounds {state.round} actions {len(record.moves)} winner P{best.seat}"
        f" powered {best.powered} result {ranking} digest {rules.digest(state)}"
    )
    if options.save:
        path = options.save / f"{_file_name(table, options.players)}-{seed}.json"
        path.write_text(rules.write_record(record), encoding="utf-8")


def _arena(options: argparse.Namespace) -> None:
    """Play all deals from all seats, and print what each bot won.

    :raises NoContest: one of them does not exist, or there are more than seats.
    """
    table, players = _table(options), options.players
    for name in options.bots:
        arena.named(name)
    tables = arena.seatings(
        options.bots,
        table,
        players,
        options.deals,
        seed=options.seed,
        version=_version(table),
        playouts=options.playouts,
        areas=options.areas,
    )
    outcomes = list(arena.compete(tables, options.jobs))
    print(f"{table.edition} {table.map} players {players} deals {options.deals} games {len(tables)}")
    for score in arena.scores(tables, outcomes):
        times = [1000 * score.times[int(part * (len(score.times) - 1))] for part in (0.5, 0.95, 1)]
        print(
            f"{score.name} seats {score.seats} wins {100 * score.share:.1f} % {_interval(score)}"
            f" fair {100 / players:.1f} % decision ms median {times[0]:.2f} p95 {times[1]:.2f} slowest {times[2]:.2f}"
        )


def _interval(score: arena.Score) -> str:
    """Between which shares the true one is in 95 % of all cases; one deal says nothing about it."""
    if score.within is None:
        return "(one deal)"
    low, high = max(0.0, score.share - score.within), min(1.0, score.share + score.within)
    return f"({100 * low:.1f} to {100 * high:.1f})"


def _file_name(table: rules.Options, players: int) -> str:
    """Map, edition and number of players, then every option that was chosen."""
    chosen = msgspec.to_builtins(table)
    edition, map = chosen.pop("edition", table.edition), chosen.pop("map", table.map)
    words = (name if value is True else f"{name}-{value}" for name, value in chosen.items())
    return "-".join((map, edition, f"{players}p", *words))


if __name__ == "__main__":
    # A reader of the first lines alone, such as ``head``, ends the program, which then does not complain.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
