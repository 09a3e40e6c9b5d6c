"""Games in which Ana is asked everything that the site can ask, and how they go on."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

import rules
from games.models import Game
from tests.factories import GameFactory, play_on
from tests.games.scripts import DRAFTED_ROUND, HOARDING, TRUST_HOUSES

Course = tuple[Game, tuple[str, ...]]


DRAFTED = rules.Options(areas="draft")


def against_the_trust() -> Course:
    trust = rules.Options(edition="recharged", start_cities=True)
    return GameFactory.create(players=2, options=trust, after=TRUST_HOUSES[:4]), (*TRUST_HOUSES[4:], "start leipzig")


def drafted_round() -> Course:
    return GameFactory.create(options=DRAFTED), DRAFTED_ROUND


def fourth_plant() -> Course:
    return GameFactory.create(options=DRAFTED, after=(*DRAFTED_ROUND, *HOARDING)), ("discard 7 o3",)


COURSES: dict[str, Callable[[], Course]] = {
    course.__name__: course for course in (against_the_trust, drafted_round, fourth_plant)
}
"""Each begins a game, and says which actions follow, of all players."""


def questions_for_ana(page: Page, game: Game, script: tuple[str, ...]) -> Iterator[rules.Action]:
    """Bring a page to each question of the script that is Ana's; others answer theirs elsewhere."""
    for text in script:
        if game.seats.filter(is_to_move=True)[0].name == "Ana":
            page.goto(game.get_absolute_url(), wait_until="domcontentloaded")
            yield rules.parse_action(text)
        else:
            play_on(game, text)
        game.refresh_from_db()
