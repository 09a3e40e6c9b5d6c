"""Whether everything on a map stands out enough from what it lies on, in the light and in the dark."""

import re

import pytest
from django.conf import settings

COLOUR = "#[0-9a-f]{6}"
TOKEN = re.compile(rf"--([\w-]+): (?:({COLOUR})|light-dark\(({COLOUR}), ({COLOUR})\));")
"""A colour is one for both schemes, or one for each."""


def sheet(name):
    return (settings.BASE_DIR / "static" / "css" / f"{name}.css").read_text()


def read(text, scheme):
    return {name: both or {"light": light, "dark": dark}[scheme] for name, both, light, dark in TOKEN.findall(text)}


def tokens(scheme):
    return read("".join(map(sheet, ("tokens", "ground", "board"))), scheme)


def tints(colours):
    found = {name: value for name, value in colours.items() if name.startswith("area-")}
    assert len(found) == 10
    return found


def on_house(seat, colours, scheme):
    """The colour of the shape on a house."""
    [own] = re.findall(rf"\.seat-{seat} {{([^}}]*)}}", sheet("board"))
    return read(own, scheme).get("on-own", colours["on-seat"])


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


schemes = pytest.mark.parametrize("scheme", ["light", "dark"])


@schemes
def test_text_can_be_read(scheme):
    colours = tokens(scheme)
    assert all(contrast(colours["map-ink"], ground) > 4.5 for ground in tints(colours).values())
    pairs = [
        ("map-ink", "map-disc"),
        ("map-ink-quiet", "map-country"),
        ("map-ink-quiet", "map-land"),
        ("map-slot-ink", "map-slot"),
        ("on-brand", "brand"),
        ("on-turn", "turn"),
    ]
    assert [pair for pair in pairs if contrast(*map(colours.get, pair)) < 4.5] == []


SEATS = (*range(6), "trust")


@schemes
def test_lines_can_be_seen(scheme):
    colours = tokens(scheme)
    assert all(contrast(colours["map-wire"], ground) > 3 for ground in tints(colours).values())
    assert contrast(colours["map-coast"], colours["map-sea"]) > 3


@schemes
def test_houses_and_strands_can_be_seen_by_their_colour_or_their_edge(scheme):
    colours = tokens(scheme)
    grounds = tints(colours) | {name: colours[name] for name in ("map-plate", "map-bed", "map-slot")}
    faint = [
        (seat, name)
        for seat in SEATS
        for name, ground in grounds.items()
        if max(contrast(colours[f"seat-{seat}{part}"], ground) for part in ("", "-edge")) < 3
    ]
    assert faint == []


@schemes
def test_shapes_can_be_seen_on_their_houses(scheme):
    colours = tokens(scheme)
    seen = {seat: contrast(on_house(seat, colours, scheme), colours[f"seat-{seat}"]) for seat in SEATS}
    assert [seat for seat, ratio in seen.items() if ratio < 3] == []


@schemes
def test_fuels_can_be_seen(scheme):
    colours = tokens(scheme)
    fuels = [name for name in colours if name.startswith("fuel-")]
    assert len(fuels) == 6
    assert all(contrast(colours[fuel], colours["surface-sunken"]) > 3 for fuel in fuels)


@schemes
def test_badges_and_marks_can_be_seen(scheme):
    colours = tokens(scheme)
    assert all(contrast(colours[f"fuel-{fuel}"], colours["map-disc"]) > 3 for fuel in ("uranium", "garbage"))
    assert contrast(colours["fuel-uranium"], colours["map-plate"]) > 3


@schemes
def test_coasts_stand_out_from_the_tints_of_areas(scheme):
    colours = tokens(scheme)
    assert all(contrast(colours["map-coast"], tint) > 1.9 for tint in tints(colours).values())
