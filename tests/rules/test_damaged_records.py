"""Records with anything in any place: they are read and hold, or are refused with a sentence."""

import json
from random import Random
from typing import Any

import pytest

import rules
from tests.rules.recorded_games import FOLDER

FILES = sorted(FOLDER.glob("*.json"), key=lambda path: path.name)

VALUES: list[Any] = [
    *(None, True, 0, -1, 1, 13, 99, 2**63, -(2**70), 1.5, "", "x", "essen", "step3", "\n\x1b[2J", "é" * 50),
    *([], {}, [[]], [None], {"a": 1}, [0, 0, 0], [13, 13], ["step3", "step3"]),
]

KEYS = ("rules", "options", "areas", "step3_deck", "seat", "drop", "bid", "unknown")


def places(value, place=()):
    """Every place in plain data below the whole of it."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*place, key)
            yield from places(value[key], (*place, key))


def damage(content, chance):
    """Change, remove or add one value somewhere, outside the actions as often as among them."""
    found = list(places(content))
    few = [place for place in found if place[0] != "actions"]
    *way, last = chance.choice(few if chance.random() < 0.5 else found)
    inside = content
    for key in way:
        inside = inside[key]
    match chance.randrange(6):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, dict):
            inside[chance.choice(KEYS)] = chance.choice(VALUES)
        case _:
            inside[last] = chance.choice(VALUES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_damaged_record_is_refused_or_holds(file):
    chance = Random(file.stem)
    whole = json.loads(file.read_text(encoding="utf-8"))
    for _ in range(20):
        content = json.loads(json.dumps({**whole, "actions": whole["actions"][: chance.choice((0, 10, 60))]}))
        damage(content, chance)
        record = proven(json.dumps(content))
        assert record is None or rules.read_record(rules.write_record(record)) == record


def proven(text):
    """A record that was read and replayed; None where it was refused with a sentence that can be shown."""
    try:
        record = rules.read_record(text)
        rules.prove(record)
    except (rules.RecordError, rules.RuleError) as refusal:
        str(refusal)
        return None
    return record
