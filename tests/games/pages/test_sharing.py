"""What links show where they are shared: what any stranger may see, and nothing of private games."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

import rules
from games.board.png import draw_png
from games.models import Game
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import AUCTIONS, BUILDINGS
from tests.pages import html_of

pytestmark = pytest.mark.django_db


def tags(response) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">', html_of(response))
    return dict(found)


def picture(game: Game, number: int) -> str:
    return reverse("games:board_picture", args=[game.pk, number])


def test_links_to_public_games_have_a_title_a_sentence_and_a_picture(client, settings):
    settings.SITE_URL = "https://power.example"
    game = GameFactory(after=BUILDINGS)
    found = tags(client.get(reverse("games:history", args=[game.pk, 7])))
    assert found["og:title"] == found["twitter:title"] == "Friday round after action 7"
    assert found["og:description"] == "Germany · 3 players · Classic · Hidden money. Round 1, Resources."
    assert found["og:url"] == f"https://power.example/games/{game.pk}/history/7/"
    assert found["og:image"] == found["twitter:image"] == f"https://power.example{picture(game, 7)}"
    assert tags(client.get(game.get_absolute_url()))["og:image"].endswith(picture(game, game.sequence))


def test_picture_is_as_large_as_its_tags_say(client):
    game = GameFactory(after=BUILDINGS)
    found = tags(client.get(game.get_absolute_url()))
    answer = client.get(picture(game, game.sequence))
    assert answer["Content-Type"] == "image/png"
    width, height = Image.open(BytesIO(answer.content)).size
    assert (width, height) == (
        pytest.approx(int(found["og:image:width"]), abs=1),
        pytest.approx(int(found["og:image:height"]), abs=1),
    )


def test_picture_shows_the_houses_of_its_position(client):
    game = GameFactory(after=BUILDINGS)
    before, after = (client.get(picture(game, number)).content for number in (len(AUCTIONS), len(BUILDINGS)))
    assert before != after
    assert client.get(picture(game, len(BUILDINGS))).content == after


def test_private_games_have_neither_tags_nor_pictures(client):
    game = GameFactory(is_public=False, after=AUCTIONS)
    assert client.get(picture(game, 3)).url.startswith(reverse("account_login"))
    client.force_login(person_called("Ana"))
    assert client.get(picture(game, 3)).status_code == 404
    for address in (game.get_absolute_url(), reverse("games:history", args=[game.pk, 3])):
        assert not tags(client.get(address))


def test_game_that_is_not_there_answers_like_a_private_one(client):
    assert client.get(reverse("games:board_picture", args=[99, 0])).url.startswith(reverse("account_login"))


def test_position_that_is_not_there_has_no_picture(client):
    assert client.get(picture(GameFactory(), 5)).status_code == 404


def test_players_get_the_picture_that_strangers_get(client):
    game = GameFactory(after=BUILDINGS)
    for_strangers = client.get(picture(game, game.sequence)).content
    client.force_login(person_called("Ana"))
    assert client.get(picture(game, game.sequence)).content == for_strangers


def test_pictures_are_kept_and_not_drawn_for_those_who_have_them(client, monkeypatch):
    game = GameFactory(after=AUCTIONS)
    answer = client.get(picture(game, 3))
    assert {"public", "immutable", "max-age=86400"} <= set(answer["Cache-Control"].split(", "))
    monkeypatch.setattr("games.pages.sharing.draw_png", None)
    again = client.get(picture(game, 3), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert not again.content
    monkeypatch.setattr("games.pages.sharing.draw_png", draw_png)
    assert client.get(picture(game, 4))["ETag"] != answer["ETag"]


def test_pictures_of_finished_games_are_kept_for_long(client):
    game = GameFactory(after=AUCTIONS)
    Game.objects.filter(pk=game.pk).update(ended_early=True, finished_at=game.created_at)
    assert "max-age=31536000" in client.get(picture(game, 3))["Cache-Control"]


def test_picture_stays_the_same_when_the_game_goes_on(client):
    game = GameFactory(after=AUCTIONS)
    before = client.get(picture(game, 3))
    after = client.get(picture(play_on(game, "buy o2"), 3))
    assert (after.content, after["ETag"]) == (before.content, before["ETag"])


def test_tags_do_not_tell_who_won(client):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    winner = game.seats.get(rank=1).name
    for address in (game.get_absolute_url(), reverse("games:history", args=[game.pk, game.sequence])):
        assert winner not in " ".join(tags(client.get(address)).values())


def test_hostile_names_are_words_in_tags(client):
    game = GameFactory(name='"><script>alert(1)</script>{game}{')
    page = html_of(client.get(reverse("games:history", args=[game.pk, 0])))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{game}{ at the start" in page


@pytest.mark.parametrize(
    ("address", "title", "board"),
    [
        ("/", "Power Grid, played slowly", "germany/classic"),
        ("/learn/", "Learn Power Grid in six short chapters", "germany/classic"),
        ("/learn/auction/", "Auction", "germany/classic"),
        ("/rules/", "The rules of Power Grid", "germany/classic"),
        ("/rules/recharged/korea/", "The rules of Power Grid", "korea/recharged"),
    ],
)
def test_pages_for_newcomers_have_a_title_a_sentence_and_a_board(client, settings, address, title, board):
    settings.SITE_URL = "https://power.example"
    found = tags(client.get(address))
    assert found["og:title"] == title
    assert found["og:description"]
    assert found["og:url"] == f"https://power.example{address}"
    assert found["og:image"] == f"https://power.example/boards/{board}/board.png"


def test_link_to_a_result_names_the_game_and_one_to_a_private_game_says_nothing(client):
    over, hidden = (play_to_the_end(GameFactory(players=2, is_public=public)) for public in (True, False))
    found = tags(client.get(reverse("games:result", args=[over.pk])))
    assert found["og:title"] == "Result of Friday round"
    assert found["og:image"].endswith(picture(over, over.sequence))
    client.force_login(person_called("Ana"))
    assert not tags(client.get(reverse("games:result", args=[hidden.pk])))


def test_board_has_a_picture_as_large_as_the_tags_say(client):
    answer = client.get(reverse("games:bare_board", args=["germany", "classic"]))
    found = tags(client.get("/rules/"))
    assert Image.open(BytesIO(answer.content)).size == (
        pytest.approx(int(found["og:image:width"]), abs=1),
        pytest.approx(int(found["og:image:height"]), abs=1),
    )
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    again = client.get(answer.wsgi_request.path, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("board", [("atlantis", "classic"), ("germany", "deluxe")])
def test_board_that_is_not_there_has_no_picture(client, board):
    assert client.get(reverse("games:bare_board", args=board)).status_code == 404
