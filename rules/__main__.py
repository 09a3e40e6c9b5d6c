"""The command line: ``python -m rules replay FILE [--states]``, ``python -m rules play …``."""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules.plant_market import actual
from rules.selfplay import play_game
from rules.state import State


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 unless a record was refused (1) or the command made no sense (2)."""
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rules of Power Grid.")
    commands = parser.add_subparsers(required=True)

    replay = commands.add_parser("replay", help="replay a game record and print how it stands")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--states", action="store_true", help="print the start and every position as JSON lines")
    replay.set_defaults(run=_replay)

    play = commands.add_parser("play", help="let bots play games against one another")
    play.add_argument("--edition", default="classic", choices=["classic", "recharged"])
    play.add_argument("--map", default="germany", choices=rules.board_names())
    play.add_argument("--players", type=int, default=4, choices=range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1))
    play.add_argument("--first-game", action="store_true", help="the first-game variant")
    play.add_argument("--games", type=int, default=1, help="how many games")
    play.add_argument("--seed", default="0", help="any text; the same seed plays the same games")
    play.add_argument("--check", action="store_true", help="check the invariants after every action")
    play.add_argument("--save", type=Path, metavar="FOLDER", help="write each game's record into this folder")
    play.set_defaults(run=_play)
    return parser


def _replay(options: argparse.Namespace) -> int:
    try:
        record = rules.read_record(options.file.read_bytes())
    except OSError as error:
        return _refuse(f"{options.file}: {error.strerror}")
    except rules.RecordError as error:
        return _refuse(f"{options.file}: {error}")
    except rules.RuleError as error:
        return _refuse(f"{options.file}: {error.rule}: {error}")

    number = 0
    state = None
    try:
        for number, state in enumerate(rules.recorded_positions(record)):
            if options.states:
                print(msgspec.json.encode(state_line(number, state)).decode())
    except rules.RuleError as error:
        return _refuse(f"action {number + 1}: {error.rule}: {error}")
    assert state is not None  # noqa: S101  (positions always yields the start)
    if record.result is not None and record.result != rules.result_of(state):
        return _refuse("The record states another result than its actions lead to.")
    if not options.states:
        print(_summary(record, state))
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _summary(record: rules.Record, state: State) -> str:
    if not state.is_over:
        names = ", ".join(record.players[seat] for seat in state.to_move)
        return f"Round {state.round}, {state.phase}: {names} to move."
    return "\n".join(
        f"{entry.rank}. {record.players[entry.seat]}: {entry.powered} of {entry.cities} cities powered,"
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
        "market": {"actual": row, "future": state.market[len(row) :]},
        "deck_size": len(state.deck),
        "discount": state.discount,
        "resources": state.resources,
        "supply": state.supply,
        "auction": auction
        and {"plant": auction.plant, "bid": auction.bid, "bidder": auction.bidder, "in": auction.bidders},
        "digest": rules.digest(state),
    }
    if state.marked:
        line["marked"] = [marker.city for marker in state.marked]
    if state.trust is not None:
        line["trust"] = {"plants": state.trust.plants, "fuel": state.trust.fuel, "cities": state.trust.houses}
    if state.is_over:
        line["standing"] = [
            {"seat": entry.seat, "powered": entry.powered, "rank": entry.rank}
            for entry in sorted(state.standing, key=lambda entry: entry.seat)
        ]
    return line


def _play(options: argparse.Namespace) -> int:
    table = rules.Options(edition=options.edition, map=options.map, first_game=options.first_game)
    for number in range(1, options.games + 1):
        record, state = play_game(table, options.players, f"{options.seed}-{number}", check=options.check)
        best = state.standing[0]
        ranking = " ".join(f"P{entry.seat}:{entry.powered}" for entry in state.standing)
        print(
            f"game {number} rounds {state.round} actions {len(record.moves)} winner P{best.seat}"
            f" powered {best.powered} result {ranking} digest {rules.digest(state)}"
        )
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            name = f"{options.map}-{options.edition}-{options.players}p-{options.seed}-{number}.json"
            (options.save / name).write_text(rules.write_record(record), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
