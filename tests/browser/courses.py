"""Games in which Ana is asked everything that the site can ask, and how they go on."""

from collections.abc import Iterator

from playwright.sync_api import Page

import rules
from games.models import Game
from tests.factories import GameFactory, play_on
from tests.games.scripts import DRAFTED_ROUND, HOARDING, TRUST_HOUSES

Course = tuple[Game, tuple[str, ...]]


def courses() -> Iterator[Course]:
    """Each game with the actions that follow, of all players."""
    trust = rules.Options(edition="recharged", start_cities=True)
    yield GameFactory.create(players=2, options=trust, after=TRUST_HOUSES[:4]), (*TRUST_HOUSES[4:], "start leipzig")
    drafted = rules.Options(areas="draft")
    yield GameFactory.create(options=drafted), DRAFTED_ROUND
    yield GameFactory.create(options=drafted, after=(*DRAFTED_ROUND, *HOARDING)), ("discard 7 o3",)


def questions_for_ana(page: Page, game: Game, script: tuple[str, ...]) -> Iterator[rules.Action]:
    """Bring a page to each question of the script that is Ana's; others answer theirs elsewhere."""
    for text in script:
        if game.seats.filter(is_to_move=True)[0].name == "Ana":
            page.goto(game.get_absolute_url(), wait_until="domcontentloaded")
            yield rules.parse_action(text)
        else:
            play_on(game, text)
        game.refresh_from_db()
