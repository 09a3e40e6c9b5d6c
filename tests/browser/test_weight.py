"""What the game page weighs on its way to a browser, as compressed as in earnest."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import brotli
import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, Response

import rules
from games.models import Game
from tests.extent import later
from tests.factories import GameFactory, play_as_a_bot_would, play_until

FIRST_VISIT, NEXT_VISIT = 330_000, 50_000
UPDATE = 25_000
"""Bytes, all told."""

MOST_REQUESTS = 20
"""Of a first visit, with all scenes and the relief of the map."""

KEPT = (settings.STATIC_URL, "/boards/")
"""What browsers keep for a year in earnest."""

STORED_AS_THEY_ARE = {".woff2", ".png"}

HEAVIEST = "central-europe"
"""The map that weighs most. What lets it through lets the others through."""

BOARDS = [name if name == HEAVIEST else later(name) for name in rules.board_names("recharged")]


@pytest.fixture(autouse=True)
def ground_is_empty() -> None:
    """It weighs something."""


def crowded_game(board: str) -> Game:
    """A game in which Ana and five bots have spread over a map."""
    game = GameFactory.create(players=6, bots=5, options=rules.Options(edition="recharged", map=board))
    return play_until(game, lambda state: state.round == 6 and state.phase is rules.Phase.BUILDING)


@pytest.mark.parametrize("board", BOARDS)
def test_game_page_and_what_follows_are_light(page_of, ana, board):
    crowded = crowded_game(board)
    page = page_of(ana)
    with received(page) as answers:
        page.goto(crowded.get_absolute_url(), wait_until="networkidle")
    weights = {urlsplit(answer.url).path: weight(answer) for answer in answers}
    assert sum(weights.values()) <= FIRST_VISIT, weights
    assert len(answers) <= MOST_REQUESTS, weights
    with received(page) as answers:
        page.goto(reverse("games:dashboard"), wait_until="networkidle")
        answers.clear()
        page.goto(crowded.get_absolute_url(), wait_until="networkidle")
    weights = {urlsplit(answer.url).path: weight(answer) for answer in answers}
    assert sum(size for path, size in weights.items() if not path.startswith(KEPT)) <= NEXT_VISIT, weights
    with page.expect_response(lambda answer: "/updates/" in answer.url and answer.status == 200) as news:
        play_as_a_bot_would(crowded)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it looks for news at once then
    assert weight(news.value) <= UPDATE


@contextmanager
def received(page: Page) -> Iterator[list[Response]]:
    """Collect all answers that a page gets."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    yield answers
    page.remove_listener("response", note)


def weight(answer: Response) -> int:
    """How many bytes the body of an answer is; of a static file, as WhiteNoise compresses it in earnest."""
    path = PurePosixPath(urlsplit(answer.url).path)
    if not path.is_relative_to(settings.STATIC_URL) or path.suffix in STORED_AS_THEY_ARE:
        return answer.request.sizes()["responseBodySize"]
    return len(brotli.compress(answer.body()))
