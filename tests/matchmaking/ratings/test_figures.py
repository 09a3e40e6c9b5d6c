"""What people did in rated games, counted once."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

import rules
from accounts import deletion
from games.models import Action, Game, Origin, damaged
from games.replay import snapshots
from games.turns import absence
from matchmaking.ratings import figures, rating
from matchmaking.ratings.figures import WITHIN, Habits
from matchmaking.ratings.models import Figures, RatedGame
from tests.factories import GameFactory, UserFactory, person_called, play_as_a_bot_would, play_to_the_end
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)
SOON = timedelta(hours=1)


def rate():
    rating.rate_finished(now=timezone.now() + SOON)


def played(**terms):
    return play_to_the_end(GameFactory(players=2, options=SHORT, **terms))


def slowed_down(game: Game, by: timedelta) -> None:
    """Let each action have come so long after the one before it."""
    for action in Action.objects.filter(game=game):
        action.created_at = game.created_at + by * action.sequence
        action.save(update_fields=["created_at"])


def of(name):
    return Figures.objects.get(user__name=name)


def test_decisions_by_hand_and_plants_are_counted():
    game = played()
    rate()
    assert figures.gather() == 1
    ana, bob = of("Ana"), of("Bob")
    by_hand = Action.objects.filter(game=game, origin=Origin.PLAYER)
    assert (ana.by_hand, bob.by_hand) == (by_hand.filter(seat=0).count(), by_hand.filter(seat=1).count())
    owned = snapshots.load(game).players
    assert {*owned[0].plants} <= {*ana.plants}
    assert {*owned[1].plants} <= {*bob.plants}
    assert len(ana.plants) == len(set(ana.plants))
    assert not {*ana.plants} & {*bob.plants}


def test_answers_are_counted_by_how_long_they_took():
    game = played()
    slowed_down(game, timedelta(hours=5))
    rate()
    figures.gather()
    waits = of("Ana").waits
    assert sum(waits) == of("Ana").by_hand
    assert waits[WITHIN.index(6 * 3600)] > sum(waits) / 2
    habits = Habits.of(person_called("Ana"))
    assert (habits.within, habits.within_words) == (6 * 3600, "6 hours")


@pytest.mark.postgresql
def test_decisions_of_plans_are_told_from_those_by_hand():
    game = played()
    rows = Action.objects.filter(game=game, seat=0, origin=Origin.PLAYER).values_list("pk", flat=True)
    half = list(rows)[::2]
    Action.objects.filter(pk__in=half).update(origin=Origin.PLAN)
    rate()
    figures.gather()
    ana = of("Ana")
    assert (ana.planned, ana.by_hand) == (len(half), len(rows) - len(half))
    assert Habits.of(ana.user).planned == round(100 * len(half) / len(rows))


def test_what_a_bot_did_for_somebody_is_nobodys_and_a_substitute_has_their_own():
    game = GameFactory(players=3, options=SHORT)
    for _ in range(12):
        game = play_as_a_bot_would(game)
    now = timezone.now()
    game = absence.leave(game, person_called("Ana"), now=now)
    left_at = game.sequence
    for _ in range(8):
        game = play_as_a_bot_would(game)
    game = absence.take_over(game, 0, UserFactory(name="Eva"), now=now)
    taken_at = game.sequence
    game = play_to_the_end(game)
    rate()
    figures.gather()
    mine = Action.objects.filter(game=game, seat=0, origin=Origin.PLAYER)
    assert of("Ana").by_hand == mine.filter(sequence__lte=left_at).count()
    assert of("Eva").by_hand == mine.filter(sequence__gt=taken_at).count() > 0


def test_second_sweep_counts_nothing_again():
    played()
    rate()
    figures.gather()
    before = list(Figures.objects.values())
    assert figures.gather() == 0
    RatedGame.objects.update(lacks_figures=True)
    figures.gather()
    assert list(Figures.objects.values()) == before


def test_rating_all_games_anew_keeps_the_figures():
    played()
    rate()
    figures.gather()
    rating.rate_again(now=timezone.now() + SOON)
    assert figures.gather() == 0
    assert Figures.objects.count() == 2


def test_game_that_cannot_be_replayed_holds_up_no_other(caplog):
    damaged._told.clear()
    broken = played()
    third = broken.actions.filter(sequence=3)
    body = third.get().body
    third.update(body='{"kind":"nonsense"}')
    played()
    rate()
    figures.gather()
    assert figures.gather() == 0
    assert f"games.game {broken.pk} is damaged, and is stepped over." in caplog.text
    assert Figures.objects.count() == 2

    third.update(body=body)
    cache.clear()  # an hour later
    figures.gather()
    assert Figures.objects.filter(game=broken).count() == 2


def test_who_leaves_while_their_game_is_counted_has_no_figures(monkeypatch):
    played()
    rate()
    count = figures._figures

    def slowly(game):
        rows = count(game)
        deletion.delete(person_called("Ana"), now=timezone.now())
        return rows

    monkeypatch.setattr(figures, "_figures", slowly)
    figures.gather()
    assert [row.user.name for row in Figures.objects.all()] == ["Bob"]


def test_practice_has_no_figures():
    play_to_the_end(GameFactory(players=2, bots=1, options=SHORT))
    rate()
    assert figures.gather() == 0


@pytest.mark.postgresql
def test_page_of_a_player_adds_them_up(client, django_assert_num_queries):
    game = played(is_public=False)
    slowed_down(game, timedelta(minutes=4))
    rate()
    figures.gather()
    page = words_of(client.get("/players/Ana/"))
    assert "Half of all answers come within 5 minutes" in page
    assert "Decisions answered by plans 0 %" in page
    assert "Favourite plants" in page
    ana = person_called("Ana")
    with django_assert_num_queries(1):
        assert len(Habits.of(ana).plants) <= figures.MOST_PLANTS


def test_player_without_rated_games_has_no_figures_on_the_page(client, ana):
    assert 'id="habits"' not in html_of(client.get("/players/Ana/"))


def test_nothing_is_said_of_few_answers_or_of_very_slow_ones(ana):
    assert Habits.of(ana).within_words == ""
    game = played()
    slowed_down(game, timedelta(days=30))
    rate()
    figures.gather()
    assert Habits.of(ana).within is None
