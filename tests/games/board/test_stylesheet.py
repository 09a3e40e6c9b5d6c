"""Style sheets for a renderer that knows little of CSS."""

import re

from games.board import stylesheet


def said_of(selector):
    """The declarations of a selector."""
    return [found for found in stylesheet.style().splitlines() if found.startswith(f"{selector}{{")]


def test_nothing_is_left_to_work_out():
    assert not re.search(r"var\(|calc\(|light-dark\(|--|@", stylesheet.style())


def test_houses_have_the_light_colours_of_their_seats():
    assert said_of(".house.seat-0") == [".house.seat-0{fill:#0072b2;stroke:#005488}"]
    assert said_of(".house.seat-trust") == [".house.seat-trust{fill:#939e9a;stroke:#56625e}"]


def test_network_of_a_seat_has_the_colour_of_the_seat_that_the_map_is_for():
    assert said_of(".board.seat-3 .link.own") == [".board.seat-3 .link.own{stroke:#8d3c6d}"]


def test_areas_have_the_colours_that_they_name():
    assert said_of(".board .area.of-blue") == [".board .area.of-blue{fill:#cbdff2}"]


def test_lines_are_as_wide_as_on_a_page_without_scripts():
    assert ".board .link{stroke:#6a7974;stroke-width:2.2px}" in stylesheet.style()


def test_what_people_do_on_a_page_changes_no_picture():
    assert ":hover" not in stylesheet.style()
    assert ":focus" not in stylesheet.style()


def test_colours_of_maps_are_known_by_their_names():
    colours = stylesheet.colours()
    assert colours["--map-sea"] == "#dde8ec"
    assert colours["--seat-4"] == "#f0cf2e"
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours.values())
