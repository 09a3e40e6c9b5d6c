"""Style sheets for a renderer that knows little of CSS."""

import re

from games.board import stylesheet


def said_of(selector):
    """The declarations of a selector."""
    return [found for found in stylesheet.style().splitlines() if found.startswith(f"{selector}{{")]


def test_nothing_is_left_to_work_out():
    assert not re.search(r"var\(|calc\(|light-dark\(|--|@", stylesheet.style())


def test_houses_have_the_light_colours_of_their_seats():
    assert said_of(".house.seat-0") == [".house.seat-0{color:#ffffff;fill:#0b6fb8;stroke:#06365c}"]
    assert said_of(".house.seat-trust") == [".house.seat-trust{color:#14181a;fill:#7d8783;stroke:#343d3a}"]


def test_shape_on_a_house_is_dark_where_the_house_is_bright():
    assert said_of(".house.seat-4") == [".house.seat-4{color:#2b2300;fill:#f2cd27;stroke:#5e4c00}"]
    assert said_of(".house-shape") == [".house-shape{fill:currentColor;stroke:none}"]


def test_strands_have_the_colour_of_the_company_that_they_are_drawn_for():
    assert said_of(".board .seat-3 .strand") == [".board .seat-3 .strand{stroke:#b64a8a}"]


def test_colours_that_can_be_seen_through_are_written_in_the_older_way():
    assert said_of(".board .drop") == [".board .drop{fill:rgba(38, 60, 66, 0.35)}"]
    assert not re.search(r"rgb\(", stylesheet.style())


def test_areas_have_the_colours_that_they_name():
    assert said_of(".board .area.of-blue") == [".board .area.of-blue{fill:#9cc4ea}"]


def test_lines_are_as_wide_as_on_a_page_without_scripts():
    assert ".board .link{stroke:#4a5450;stroke-width:1.9px}" in stylesheet.style()


def test_what_people_do_on_a_page_changes_no_picture():
    assert ":hover" not in stylesheet.style()
    assert ":focus" not in stylesheet.style()


def test_colours_of_maps_are_known_by_their_names():
    colours = stylesheet.colours()
    assert colours["--map-sea"] == "#8fc1d3"
    assert colours["--seat-4"] == "#f2cd27"
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours.values())
