"""Reading records that somebody brings, which may hold anything: a sentence for what is wrong, and no exception."""

import json
import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import rules
from games.records import reading
from rules.selfplay import play_game
from tests.rules.recorded_games import FOLDER, bot_games

RECORD, _STATE = play_game(rules.Options(areas="draft"), 3, "5eed")
GOOD = json.loads(rules.write_record(RECORD))


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    record = json.loads(json.dumps(GOOD))
    change(record)
    return json.dumps(record).encode()


def put(*way: Any) -> bytes:
    """The good record with another value: the last one of the way, where those before it lead."""
    *steps, name, value = way

    def change(record: Any) -> None:
        for step in steps:
            record = record[step]
        record[name] = value

    return changed(change)


def raw(value: str) -> bytes:
    """The good record with any text in place of the number of the first seat."""
    return put("actions", 0, "seat", "HERE").replace(b'"HERE"', value.encode())


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_good_record_is_played():
    played = reading.read(json.dumps(GOOD).encode())
    assert played.record == RECORD
    assert len(played.states) == len(RECORD.moves) + 1


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_recorded_games_are_played(path):
    assert reading.read(path.read_bytes()).states[-1].is_over


@pytest.mark.parametrize("game", bot_games()[::8], ids=lambda game: game.name)
def test_record_of_any_game_is_the_same_when_it_is_read_and_written_again(game):
    names = tuple("ABCDEF"[: game.players])
    result = rules.result_of(rules.replay(game.setup, game.played))
    written = rules.write_record(rules.Record(names, game.setup, game.played, result))
    assert rules.write_record(reading.read(written.encode()).record) == written


@pytest.mark.rule("MAP-CE-4")
def test_pass_that_nobody_was_asked_for_is_left_out():
    path = FOLDER / "central-europe-classic-4p-barred-from-an-auction.json"
    whole = rules.read_record(path.read_bytes())
    played = reading.read(path.read_bytes())
    states = list(rules.positions(played.record.setup, played.record.moves))
    assert states == list(played.states)
    assert len(played.record.moves) <= len(whole.moves)


def test_byte_order_mark_is_stepped_over():
    assert reading.read(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()) == reading.read(json.dumps(GOOD).encode())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it cannot be read from line 1, character"),
        (b"\xff\xfe\x00", "it is not text in UTF-8"),
        (json.dumps(GOOD).encode("utf-16"), "it is not text in UTF-8"),
        (b"[]", "it does not say that its format is powergrid-game/1"),
        (b"null", "it does not say that its format is powergrid-game/1"),
        (b"{}", "it does not say that its format is powergrid-game/1"),
        (put("format", "chess/2"), "This has the format “chess/2”."),
        (raw("NaN"), "NaN is not a number"),
        (raw("-Infinity"), "-Infinity is not a number"),
        (raw("9" * 5000), "a number that is far too large"),
        (raw("9" * 300), "There is no seat 999"),
        (raw("1e400"), "This is not a game record"),
        (raw("1.5"), "Action 1 names no seat."),
        (raw("-1"), "Action 1, “area"),
        (raw(str(2**62)), "There is no seat"),
        (raw(nested(100_000)), "nested too deeply"),
        (raw(nested(900)), "no"),
        (raw('1, "seat": 1'), "the key 'seat' is there twice"),
        (put("players", ["Ana\x00", "Bob", "Cid"]), "The name of player 1"),
        (put("players", ["Ana", "Bob\u202e", "Cid"]), "The name of player 2"),
        (put("players", ["Ana", "Bob", "C" * 10_000]), "The name of player 3"),
        (put("players", ["Ana", " ", "Cid"]), "The name of player 2"),
        (put("players", ["Ana"] * 100_000), "The game is for 2 to 6 players, not for 100000."),
        (put("setup", "seed", "x" * 10_000), "A seed can have at most"),
        (put("setup", "seed", "\x00"), "A seed can have at most"),
        (put("setup", "deck", [10**18]), "Market and deck must hold plants of the game"),
        (put("setup", "order", [0, 1]), "SET-7"),
        (put("options", {"first_game": "x" * 100_000}), "The option first_game is one of true, false"),
        (put("options", {"colour": True}), "There is no option 'colour'"),
        (put("options", {"\u202e" * 50_000: True}), "There is no option"),
        (put("colour", "red"), "unknown field `colour`"),
        (put("map", "atlantis"), "atlantis"),
        (put("actions", [{"seat": 0, "kind": "pass_bid"}] * 30_000), "A record can have at most"),
        (put("actions", [{"seat": 0, "kind": "pass_bid"}] * 2_001), "at most 2000 actions. This one has 2001"),
        (put("actions", 1, "area", "x" * 5_000), "Action 2: Not an action"),
        (put("actions", 1, "kind", "jump"), "Action 2: Not an action"),
        (
            put("actions", 5, {"seat": 0, "kind": "run_plants", "plants": []}),
            "Action 6, “run” by P0, is against rule",
        ),
        (put("result", "order", [2, 1, 0, 0]), "The record states a result that its actions do not lead to."),
    ],
    ids=range(38),
)
def test_what_cannot_be_used_gets_a_short_sentence(content, words):
    with pytest.raises(reading.Unusable) as refusal:
        reading.read(content)
    sentence = str(refusal.value)
    assert words in sentence
    assert len(sentence) <= reading.LONGEST_REASON
    assert sentence.isprintable()


def test_record_beyond_the_limit_is_not_read():
    with pytest.raises(reading.TooLarge):
        reading.read(b" " * (reading.LARGEST + 1))


HEAVY = {
    "lists in a list": raw("[" + ",".join(["[]"] * 330_000) + "]"),
    "empty actions": put("actions", [{}] * 240_000),
    "cards": put("setup", "deck", [3] * 250_000),
    "players": put("players", [""] * 240_000),
    "nesting": b"[" * 999_999,
    "one long name": put("players", ["x" * 900_000, "b", "c"]),
}


@pytest.mark.parametrize("kind", HEAVY)
def test_heaviest_files_take_bounded_memory(kind):
    tracemalloc.start()
    try:
        with pytest.raises(reading.Unusable):
            reading.read(HEAVY[kind])
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 150_000_000


# Anything -----------------------------------------------------------------------------------------------------------


VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 99, 2**31, 2**63, 10**30, 1.5, "", "x", "step3", "west", "essen", "\x00", "x" * 300),
    *([], [[]], {}, {"seat": 0}, [1, 2, 3], ["step3"], {"kind": "pass_bid"}),
)


def spoilt(record: Any, dice: random.Random) -> Any:
    """A record with something of it changed, dropped, doubled or moved, somewhere."""
    place, key = record, dice.choice(list(record))
    while isinstance(place[key], (dict, list)) and place[key] and dice.random() < 0.85:
        place = place[key]
        key = dice.choice(list(place)) if isinstance(place, dict) else dice.randrange(len(place))
    match dice.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(key, place[key])
        case 2 if isinstance(place, list):
            dice.shuffle(place)
        case 3 if isinstance(place[key], int):
            place[key] = place[key] * dice.choice((-1, 10, 10**9)) + dice.choice((-1, 1))
        case 4 if isinstance(place, dict):
            place[dice.choice(("seat", "seed", "x", "kind", "deck"))] = place[key]
        case _:
            place[key] = dice.choice(VALUES)
    return record


def read_or_refused(content: bytes) -> None:
    """Anything but a refusal with a short sentence fails, or a record that is another one when it is read again."""
    try:
        written = rules.write_record(reading.read(content).record).encode()
    except reading.Unusable as refusal:
        sentence = str(refusal)
    else:
        assert rules.write_record(reading.read(written).record).encode() == written
        return
    assert 0 < len(sentence) <= reading.LONGEST_REASON
    assert sentence.isprintable()


BASES = [
    *(path.read_bytes() for path in sorted(FOLDER.glob("*.json"))[::3]),
    json.dumps(GOOD).encode(),
]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_to_a_good_record_it_is_read_or_refused_with_a_sentence(seed):
    dice = random.Random(seed)
    for _time in range(25):
        record = json.loads(dice.choice(BASES))
        for _change in range(dice.choice((1, 1, 1, 2, 4))):
            if record:
                spoilt(record, dice)
        read_or_refused(json.dumps(record).encode())


@pytest.mark.parametrize("seed", range(4))
def test_whatever_bytes_are_flipped_a_record_is_read_or_refused_with_a_sentence(seed):
    dice = random.Random(seed)
    for _time in range(25):
        content = bytearray(dice.choice(BASES))
        for _flip in range(dice.choice((1, 1, 3, 30))):
            content[dice.randrange(len(content))] = dice.randrange(256)
        read_or_refused(bytes(content))
