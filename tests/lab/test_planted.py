"""What the lab puts into the code says what was reached, and is wrong where it should be."""

import ast
import builtins
from typing import Any

import pytest

from tests.lab.planted.arms import Marker
from tests.lab.planted.planting import Place, Planter

CODE = '''
def sign(number):
    """What it is."""
    if number < 0:
        return -1
    for _ in range(number):
        return 1
    match number:
        case 0:
            return 0
'''


def run(tree: Any) -> Any:
    room: dict[str, Any] = {}
    exec(compile(tree, "sign.py", "exec"), room)
    return room["sign"]


@pytest.mark.parametrize(
    ("number", "answer", "kinds"),
    [
        (-2, -1, ["function", "if"]),
        (5, 1, ["function", "else", "loop"]),
        (0, 0, ["function", "else", "end of loop", "case"]),
    ],
)
def test_arms_say_that_they_were_reached(monkeypatch, number, answer, kinds):
    marker = Marker("sign.py", first=3)
    sign = run(marker.visit(ast.parse(CODE)))
    marks = bytearray(3 + len(marker.arms))
    monkeypatch.setattr(builtins, "__arms__", marks, raising=False)
    assert sign(number) == answer
    assert [arm.kind for arm, mark in zip(marker.arms, marks[3:], strict=True) if mark] == kinds
    assert sign.__doc__ == "What it is."


def test_one_fault_is_at_work_and_all_others_are_not(monkeypatch):
    found: list[Place] = []
    Planter("sign.py", found.append).visit(ast.parse(CODE))
    comparison = next(place for place in found if place.kind == "comparison")
    assert comparison == Place("sign.py", "sign", "comparison", "number < 0", 0)
    sign = run(Planter("sign.py", found.index).visit(ast.parse(CODE)))
    at_work = -1
    monkeypatch.setattr(builtins, "__fault__", lambda number: number == at_work, raising=False)
    assert [sign(number) for number in (-2, 0, 5)] == [-1, 0, 1]
    at_work = found.index(comparison)
    assert [sign(number) for number in (-2, 0, 5)] == [-1, -1, 1]
