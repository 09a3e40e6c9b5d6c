"""Whether everything on a map stands out enough from what it lies on, in the light and in the dark."""

import re

import pytest
from django.conf import settings

COLOUR = "#[0-9a-f]{6}"
TOKEN = re.compile(rf"--([\w-]+): (?:({COLOUR})|light-dark\(({COLOUR}), ({COLOUR})\));")
"""A colour is one for both schemes, or one for each."""


def tokens(scheme):
    sheets = [(settings.BASE_DIR / "static" / "css" / f"{name}.css").read_text() for name in ("tokens", "board")]
    return {
        name: both or {"light": light, "dark": dark}[scheme]
        for name, both, light, dark in TOKEN.findall("".join(sheets))
    }


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
    grounds = {name: value for name, value in colours.items() if name.startswith("area-")}
    assert all(contrast(colours["map-ink"], ground) > 4.5 for ground in grounds.values())
    assert contrast(colours["map-out-ink"], colours["map-country"]) > 4.5
    assert contrast(colours["map-slot"], colours["map-capsule"]) > 4.5
    assert contrast(colours["on-brand"], colours["brand"]) > 4.5


@schemes
def test_lines_and_houses_can_be_seen(scheme):
    colours = tokens(scheme)
    grounds = {name: value for name, value in colours.items() if name.startswith("area-")} | {
        "capsule": colours["map-capsule"]
    }
    marks = ["map-link", *(f"seat-{seat}-edge" for seat in (*range(6), "trust"))]
    faint = [
        (mark, name) for mark in marks for name, ground in grounds.items() if contrast(colours[mark], ground) < 3
    ]
    assert faint == []


@schemes
def test_fuels_can_be_seen(scheme):
    colours = tokens(scheme)
    fuels = [name for name in colours if name.startswith("fuel-")]
    assert len(fuels) == 6
    assert all(contrast(colours[fuel], colours["surface-sunken"]) > 3 for fuel in fuels)


@schemes
def test_badges_and_marks_can_be_seen(scheme):
    colours = tokens(scheme)
    assert all(contrast(colours[f"fuel-{fuel}"], colours["map-capsule"]) > 3 for fuel in ("uranium", "garbage"))


@schemes
def test_borders_of_countries_stand_out_from_the_tints_of_areas(scheme):
    colours = tokens(scheme)
    tints = [value for name, value in colours.items() if name.startswith("area-")]
    assert all(contrast(colours["map-border"], tint) > 1.9 for tint in tints)
