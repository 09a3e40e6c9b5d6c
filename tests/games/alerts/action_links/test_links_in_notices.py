"""Where links are offered, and to whom."""

import pytest
from django.conf import settings
from django.test import Client

import rules
from games.alerts import notices
from games.models import Game
from games.plans.language import BuyPlan
from notifications.kinds import Builder
from notifications.models import Alert
from tests.factories import GameFactory, play_on
from tests.games.planned import invitation, plan
from tests.games.scripts import AUCTIONS, ROUND
from tests.games.taking import rows, seat_of

pytestmark = pytest.mark.django_db


def offered(build: Builder, game: Game, name: str) -> dict[str, str]:
    """The words of the links that somebody is told of, and their addresses."""
    game = Game.objects.get(pk=game.pk)
    alert, asked = invitation(game, name), seat_of(game, name).asked_sequence
    if asked is not None:
        alert.sequence = asked
    notice = build(alert)
    assert notice is not None
    return {link.words: link.url for link in notice.actions}


@pytest.mark.parametrize("build", [notices.your_turn, notices.running_out])
def test_who_is_asked_gets_a_link_that_works_without_logging_in(build: Builder):
    game = GameFactory.create(pace={"move_time": 3600}, after=["open 4 4"])
    links = offered(build, game, "Bob")
    assert [*links] == ["Pass on plant 04"]
    address = links["Pass on plant 04"]
    assert address.startswith(f"{settings.SITE_URL}/act/")
    Client().post(address.removeprefix(settings.SITE_URL))
    assert rows(Game.objects.get())[-1] == (1, "pass")


def test_who_is_invited_gets_the_plan_of_the_last_round():
    game = plan(GameFactory(after=AUCTIONS), "Cid", BuyPlan(), for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    assert [*offered(notices.plan_ahead, game, "Cid")] == ["Plan the same for round 2"]
    assert [*offered(notices.plan_ahead, game, "Ana")] == []


def test_links_are_in_no_title_and_no_sentence():
    game = GameFactory(after=["open 4 4"])
    notice = notices.your_turn(Alert.objects.get(recipient__name="Bob", kind="your_turn"))
    assert "/act/" not in f"{notice.title} {notice.sentence} {notice.url}"
    assert game.get_absolute_url() in notice.url


def test_drafts_of_areas_at_once_offer_none():
    game = GameFactory(pace={"areas_at_once": True}, options=rules.Options(areas="draft"))
    assert [*offered(notices.your_turn, game, "Ana")] == []
