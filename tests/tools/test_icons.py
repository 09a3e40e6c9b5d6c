"""The pictures of the site among the apps of a device are those that the icon gives."""

from tools.icons import FINISHED, SOURCE, draw_all


def test_pictures_are_drawn_from_the_icon():
    drawn = draw_all(SOURCE.read_text())
    assert {path.name: path.read_bytes() for path in FINISHED.iterdir()} == drawn
