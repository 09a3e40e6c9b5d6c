"""The grounds and reliefs of boards, and small maps, as browsers get them."""

import re

import pytest
from django.urls import reverse

from games.board.ground import ground_address, ground_file, relief_address, relief_file
from games.board.miniature import miniature_address, miniature_file
from tests.games.board.pictures import GERMANY, every_board, picture

FOREVER = {"max-age=31536000", "public", "immutable"}


def keeps(response):
    return set(response["Cache-Control"].split(", "))


@every_board
def test_address_of_a_ground_leads_to_it(client, board):
    areas = tuple(area.id for area in board.areas)[:3]
    response = client.get(ground_address(picture(map=board.map, edition=board.edition, areas=areas)))
    assert response.content == ground_file(board.map, board.edition, areas, ())
    assert response["Content-Type"] == "image/svg+xml"


def test_areas_that_may_still_come_into_play_are_told_from_those_in_play(client):
    shown = [
        picture(areas=("west",), open_areas=("east", "southwest")),
        picture(areas=(), open_areas=GERMANY),
        picture(areas=()),
    ]
    for seen in shown:
        response = client.get(ground_address(seen))
        assert response.content == ground_file("germany", "classic", seen.areas, seen.open_areas)


def test_address_of_a_small_map_leads_to_it(client):
    response = client.get(miniature_address("usa", "recharged"))
    assert response.content == miniature_file("usa", "recharged")
    assert response["Content-Type"] == "image/svg+xml"
    assert client.get(reverse("games:miniature", args=["atlantis", "classic", "0" * 12])).status_code == 404


def test_browsers_keep_grounds_and_reliefs_and_caches_share_them(client, ana, settings):
    settings.RATE_LIMITS = True
    client.force_login(ana)
    for address in (ground_address(picture()), relief_address("germany"), miniature_address("germany", "classic")):
        response = client.get(address)
        assert keeps(response) == FOREVER
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")


def test_ground_may_bring_its_style_and_nothing_else(client):
    policy = client.get(ground_address(picture()))["Content-Security-Policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'"


def ground(**changes):
    words = {"map": "germany", "edition": "classic", "areas": "west+east", "digest": "0" * 12}
    return reverse("games:ground", kwargs=words | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"map": "atlantis"},
        {"edition": "deluxe"},
        {"areas": "west+north-pole"},
        {"areas": "west+west"},
        {"areas": "west.west"},
        {"areas": "west.east.east"},
        {"areas": "west++east"},
        {"areas": "west+"},
        {"areas": "+"},
    ],
    ids=str,
)
def test_there_is_no_ground_of_what_there_is_not(client, changes):
    assert client.get(ground(**changes)).status_code == 404


def test_other_digest_than_that_of_the_drawing_is_kept_for_a_minute(client):
    """Of an older release, a newer one that runs beside this, or made up: what comes is not what it names."""
    for address in (ground_address(picture()), relief_address("germany"), miniature_address("germany", "classic")):
        other = re.sub(r"[0-9a-f]{12}", "0" * 12, address)
        assert other != address
        response = client.get(other)
        assert (response.status_code, keeps(response)) == (200, {"max-age=60", "public"})


def test_page_of_an_older_version_gets_the_present_drawing(client):
    assert client.get(ground()).content == ground_file("germany", "classic", ("west", "east"), ())


def test_relief_is_a_picture_of_its_map(client):
    response = client.get(relief_address("italy"))
    assert response["Content-Type"] == "image/webp"
    assert b"".join(response.streaming_content) == relief_file("italy").read_bytes()


def test_there_is_no_relief_of_a_map_that_there_is_not(client):
    assert client.get(reverse("games:relief", args=["atlantis", "0" * 12])).status_code == 404


def test_map_without_a_relief_shows_none(client, monkeypatch, tmp_path):
    monkeypatch.setattr("games.board.ground.MAPS", tmp_path)
    relief_address.cache_clear()
    assert relief_address("germany") == ""
    assert client.get(reverse("games:relief", args=["germany", "0" * 12])).status_code == 404
    relief_address.cache_clear()
