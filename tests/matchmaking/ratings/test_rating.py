"""Games are rated once, in the order of their ends, whoever does it and how often."""

from datetime import timedelta
from itertools import count

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.utils import timezone

import rules
from accounts import deletion
from games.models import Game
from matchmaking import tasks
from matchmaking.ratings import rating
from matchmaking.ratings.models import RatedGame, Rating, RatingChange
from tests.factories import GameFactory, person_called, play_to_the_end
from tests.games.taking import at_once
from tests.matchmaking.ratings.ended import ended, rate, rating_of

pytestmark = pytest.mark.django_db

USA = rules.Options(map="usa", edition="recharged")


def everything():
    """All that is stored of ratings, but for the numbers of rows."""
    return [
        sorted(tuple(sorted((key, str(value)) for key, value in row.items() if key != "id")) for row in rows)
        for rows in (Rating.objects.values(), RatingChange.objects.values(), RatedGame.objects.values())
    ]


def days_ago(days):
    return timezone.now() - timedelta(days=days)


def test_winner_gains_and_loser_does_not():
    ended("Ana", "Bob", "Cid")
    assert rate() == 1
    ana, bob, cid = (rating_of(name) for name in ("Ana", "Bob", "Cid"))
    assert ana.mu > bob.mu > cid.mu
    assert ana.points > bob.points > cid.points == 0
    assert [(one.games, one.wins) for one in (ana, bob, cid)] == [(1, 1), (1, 0), (1, 0)]


def test_game_counts_overall_for_its_edition_for_its_board_and_for_both():
    ended("Ana", "Bob", options=USA)
    ended("Ana", "Bob")
    rate()
    found = Rating.objects.filter(user__name="Ana").values_list("edition", "map", "games")
    assert sorted(found) == [
        ("", "", 2), ("", "germany", 1), ("", "usa", 1), ("classic", "", 1), ("classic", "germany", 1),
        ("recharged", "", 1), ("recharged", "usa", 1),
    ]  # fmt: skip


def test_second_sweep_rates_nothing_again():
    ended("Ana", "Bob")
    rate()
    before = everything()
    assert rate() == 0
    assert everything() == before


def test_games_are_rated_in_the_order_in_which_they_ended():
    later = ended("Bob", "Ana", at=days_ago(2))
    sooner = ended("Ana", "Bob", at=days_ago(3))
    rate()
    history = RatingChange.objects.filter(user__name="Ana", edition="", map="").order_by("at")
    assert [change.game for change in history] == [sooner, later]
    assert history[0].after == history[1].before
    assert history[1].after == rating_of("Ana").points


def test_ratings_made_anew_are_those_that_grew_day_by_day():
    names = ("Ana", "Bob", "Cid", "Dan")
    for day in range(12, 0, -1):
        turned = names[day % 4 :] + names[: day % 4]
        ended(*turned[: 2 + day % 3], at=days_ago(day), options=USA if day % 2 else rules.Options())
        rate()
    grown = everything()
    call_command("rate_games", "--again", verbosity=0)
    assert everything() == grown


def test_many_games_are_rated_in_parts_with_the_same_result(monkeypatch):
    for day in range(7, 0, -1):
        ended(*(("Ana", "Bob") if day % 3 else ("Bob", "Ana")), at=days_ago(day))
    call_command("rate_games", "--again", verbosity=0)
    at_one_go = everything()
    monkeypatch.setattr(rating, "BATCH", 2)
    call_command("rate_games", "--again", verbosity=0)
    assert everything() == at_one_go


def test_who_is_stopped_while_rating_anew_has_changed_no_rating_and_can_begin_again(monkeypatch):
    for day in range(6, 0, -1):
        ended("Ana", "Bob", at=days_ago(day))
        rate()
    grown, ratings = everything(), list(Rating.objects.values())
    real, calls = rating.after_a_game, count()
    with monkeypatch.context() as patch:
        patch.setattr(rating, "BATCH", 2)
        patch.setattr(rating, "after_a_game", lambda *args: real(*args) if next(calls) < 12 else 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rating.rate_again(now=timezone.now())
    assert next(calls) > 12
    assert list(Rating.objects.values()) == ratings
    assert RatedGame.objects.count() == 6
    rating.rate_again(now=timezone.now())
    assert everything() == grown


def test_game_that_is_rated_while_all_are_rated_anew_counts_once(monkeypatch):
    for day in range(5, 0, -1):
        ended("Ana", "Bob", at=days_ago(day))
        rate()
    now = timezone.now()
    ended("Bob", "Ana", at=now)
    real, calls = rating._rate_all, count()

    def meanwhile(placed, known):
        real(placed, known)
        if next(calls) == 1:
            assert rating.rate_finished(now=now + rating.SETTLING) == 1

    monkeypatch.setattr(rating, "BATCH", 2)
    monkeypatch.setattr(rating, "_rate_all", meanwhile)
    assert rating.rate_again(now=now) == 6
    monkeypatch.undo()
    assert rating_of("Bob").games == 6
    found = everything()
    rating.rate_again(now=now + rating.SETTLING)
    assert everything() == found


def test_rating_anew_lists_nobody_who_has_left():
    for day in range(rating.FEWEST_GAMES, 0, -1):
        ended("Ana", "Bob", at=days_ago(day))
    rate()
    deletion.delete(person_called("Ana"), now=timezone.now())
    rating.rate_again(now=timezone.now())
    assert {one.user.name for one in Rating.objects.filter(is_listed=True)} == {"Bob"}


def test_command_rates_what_is_new(capsys):
    ended("Ana", "Bob")
    call_command("rate_games")
    assert capsys.readouterr().out == "Games rated: 1.\n"


@pytest.mark.parametrize("why", ["practice", "ended early", "study", "running"])
def test_what_was_not_played_out_among_people_changes_no_rating(ana, why):
    match why:
        case "practice":
            ended("Ana", bots=2)
        case "ended early":
            ended("Ana", "Bob", ended_early=True)
        case "study":
            ended("Ana", "Bob", studied_by=ana, is_public=False)
        case _:
            GameFactory()
    rate()
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_game_that_has_just_ended_rests_till_others_of_that_moment_are_stored():
    game = ended("Ana", "Bob", at=timezone.now())
    assert rate() == 0
    assert rating.rate_finished(now=timezone.now() + rating.SETTLING) == 1
    assert RatedGame.objects.get().game == game


def test_workers_rate_what_has_ended():
    game = ended("Ana", "Bob")
    tasks.rate.delay()
    assert RatedGame.objects.get().game == game


def test_game_that_was_really_played_is_rated_by_its_places():
    game = play_to_the_end(GameFactory(players=3, options=rules.Options(first_game=True)))
    rating.rate_finished(now=timezone.now() + rating.SETTLING)
    found = RatingChange.objects.filter(game=game, edition="", map="").order_by("rank").values_list("user", flat=True)
    assert list(found) == list(game.seats.order_by("rank").values_list("user", flat=True))


def test_with_enough_games_somebody_is_listed():
    for number in range(rating.FEWEST_GAMES):
        assert not Rating.objects.filter(is_listed=True).exists()
        ended("Ana", "Bob", at=days_ago(20 - number))
        rate()
    assert {one.user.name for one in Rating.objects.filter(is_listed=True, edition="", map="")} == {"Ana", "Bob"}


@pytest.mark.postgresql
def test_key_stops_who_rates_a_game_twice():
    game = ended("Ana", "Bob")
    rate()
    with pytest.raises(IntegrityError):
        RatedGame.objects.bulk_create([RatedGame(game=game, people=2, ended_at=game.finished_at)])


def test_nothing_is_stored_where_rating_fails(monkeypatch):
    ended("Ana", "Bob")
    monkeypatch.setattr(rating, "after_a_game", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rate()
    assert not RatedGame.objects.exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_rate_each_game_once():
    for day in range(6, 0, -1):
        ended("Ana", "Bob", "Cid", at=days_ago(day))
    assert sorted(at_once(rate, rate, rate)) == [0, 0, 6]
    assert rating_of("Ana").games == 6
    grown = everything()
    call_command("rate_games", "--again", verbosity=0)
    assert everything() == grown


@pytest.mark.postgresql
def test_number_of_queries_does_not_grow_with_the_games(django_assert_max_num_queries):
    for day in range(8, 0, -1):
        ended("Ana", "Bob", "Cid", at=days_ago(day))
    with django_assert_max_num_queries(17):
        assert rate() == 8
    assert Game.objects.filter(rated=None).count() == 0
