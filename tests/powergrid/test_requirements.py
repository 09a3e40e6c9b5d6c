"""The lock files: they pin what was asked for, with hashes, and leave it to the reader where it comes from."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

FOLDER = Path(__file__).parents[2] / "requirements"

locks = pytest.mark.parametrize("name", ["boot", "base", "dev"])


class Pin(NamedTuple):
    requirement: Requirement
    rest: str
    """Its hashes, and who wants it."""

    @property
    def version(self) -> str:
        return next(iter(self.requirement.specifier)).version


def asked_for(name: str) -> list[Requirement]:
    lines = (FOLDER / f"{name}.in").read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-c"))]


def locked(name: str) -> dict[str, Pin]:
    entries = re.split(r"^(?=\S)", (FOLDER / f"{name}.txt").read_text(), flags=re.MULTILINE)
    pins = [
        Pin(Requirement(first), rest) for first, _, rest in (entry.partition("\\\n") for entry in entries if entry)
    ]
    return {pin.requirement.name: pin for pin in pins}


@locks
def test_lock_pins_what_was_asked_for(name):
    pins = locked(name)

    assert [wish for wish in asked_for(name) if not wish.specifier.contains(pins[wish.name].version)] == []


@locks
def test_lock_has_nothing_that_is_no_longer_asked_for(name):
    wanted = {pin.requirement.name for pin in locked(name).values() if f"-r requirements/{name}.in" in pin.rest}

    assert wanted == {wish.name for wish in asked_for(name)}


@locks
def test_lock_has_hashes_and_no_address(name):
    assert all("--hash=sha256:" in pin.rest for pin in locked(name).values())
    assert "://" not in (FOLDER / f"{name}.txt").read_text()


def test_checks_run_with_what_the_site_runs_with():
    base, dev = locked("base"), locked("dev")

    assert {
        name: base[name].version for name in base.keys() & dev.keys() if base[name].version != dev[name].version
    } == {}
