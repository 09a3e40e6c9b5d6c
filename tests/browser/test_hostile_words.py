"""What people call themselves, their games and their tables, and what they write, does nothing to any page."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone

import rules
from accounts import names
from accounts.models import User
from games.models import Game
from games.pages.game import notes
from games.turns import play
from matchmaking.models import Table
from talk.models import Conversation
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.extent import each_once
from tests.factories import TableFactory, UserFactory, play_until
from tests.talk.scripts import HOSTILE, hear, say

PEOPLE = (
    "W" * names.LONGEST,
    "صلى الله عليه وسلم والسلام",
    "Z\u0335\u0321\u0322\u0327" * 6,
    "王" * names.LONGEST,
    "O'Neill-x. onerror_alert’1",
)
TITLE = "<img src=x onerror=alert(1)>\u202egnp.ecalp\u202c 👩‍👩‍👧‍👦" + "W" * 30 + "\u0489\u0321"
"""Of a game and of a table; the form for tables lets through less."""


@each_once(size=SIZES, scheme=SCHEMES)
def test_hostile_words_do_nothing(page_of, ana, take_picture, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    for name, address in addresses(ana):
        page.goto(address)
        take_picture(page, f"hostile-{name}-{size}")
        assert_fits(page)
        assert_nothing_overlaps(page)
        assert not asked
        assert "taken" not in page.title()


def addresses(ana: User) -> Iterator[tuple[str, str]]:
    """Every page that shows what others have written."""
    others = [UserFactory.create(name=name, email=f"{place}@example.org") for place, name in enumerate(PEOPLE)]
    game, table = hostile_game(ana, others), hostile_table(ana, others)
    yield "game", game.get_absolute_url()
    yield "past", reverse("games:history", args=[game.pk, game.sequence - 1])
    yield "dashboard", reverse("games:dashboard")
    yield "lobby", reverse("matchmaking:lobby")
    yield "table", table.get_absolute_url()
    yield "profile", reverse("games:profile", args=[PEOPLE[0]])
    yield "settings", reverse("accounts:settings")


def hostile_game(ana: User, others: list[User]) -> Game:
    """A game in its second round, with a lot of talk."""
    seats = [play.NewSeat(person.name, person) for person in (ana, *others)]
    game = play.start(rules.Options(map="usa"), seats, name=TITLE, is_public=True, bot_level="easy", seed="154")
    game = play_until(game, lambda state: state.round == 2 and isinstance(state.auction, rules.Auction))
    for place, text in enumerate(HOSTILE):
        say(game, others[place % len(others)], text)
    notes.write(game, ana, "\n".join(HOSTILE), expected=0)
    return game


def hostile_table(ana: User, others: list[User]) -> Table:
    table = TableFactory.create(host=others[0], name=TITLE, players=6, people=[*others[1:4], ana])
    table.conversation = Conversation.objects.create(started_at=timezone.now())
    table.save(update_fields=["conversation"])
    for place, text in enumerate(HOSTILE):
        hear(table.conversation, others[place % len(others)], text, later=1)
    return table


def test_these_people_could_be_here():
    for name in PEOPLE:
        names.check(names.tidy(name))
