"""Leaving a game, coming back to it, and taking over the seat of somebody who is absent."""

from unittest import mock

import pytest
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Absence, Game, Origin, PoweringRule, Seat, Slot, StandingPlan
from games.replay import snapshots
from games.replay.action_rows import read_all
from games.turns import absence
from notifications.models import Alert
from tests.factories import GameFactory, GuestFactory, person_called, play_on, play_to_the_end, play_until
from tests.games.planned import run_out

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def seat_of(game, name):
    return game.seats.get(name=name)


def now(game):
    return Game.objects.get(pk=game.pk)


def leave(game, name):
    return absence.leave(game, person_called(name), now=NOW)


def take_over(game, number, name="Dan"):
    return absence.take_over(game, number, person_called(name), now=NOW)


# Leaving ------------------------------------------------------------------------------------------------------------


def test_bot_decides_at_once_for_who_leaves(ana):
    game = leave(GameFactory(), "Ana")
    assert game.actions.first().origin == Origin.BOT
    assert not seat_of(game, "Ana").is_to_move
    assert seat_of(game, "Bob").is_to_move


def test_who_leaves_while_another_is_asked_changes_nothing_but_the_seat():
    game = leave(GameFactory(), "Cid")
    assert game.sequence == 0
    assert seat_of(game, "Cid").plays_itself
    assert seat_of(game, "Ana").is_to_move


def test_leaving_is_news_to_open_pages():
    game = GameFactory()
    assert leave(game, "Cid").news > game.news


def test_bot_goes_on_deciding_for_who_left():
    game = leave(GameFactory(), "Bob")
    game = play_until(game, lambda state: state.round > 2)
    assert {action.origin for action in game.actions.filter(seat=1)} <= {Origin.BOT}


def test_bot_that_stands_in_plays_as_a_normal_one(levels_played):
    leave(GameFactory(), "Ana")
    assert levels_played == ["normal"]


def test_bot_that_stands_in_plays_with_caution_if_the_player_says_so(ana, levels_played):
    game = absence.leave(GameFactory(), ana, now=NOW, is_cautious=True)
    assert read_all([game.actions.first().body])[0] == rules.OpenAuction(3, 3)
    assert not levels_played
    game = play_until(game, lambda state: state.round == 4)
    assert not snapshots.load(game).players[0].cities


@pytest.mark.parametrize("is_cautious", [True, False])
def test_bot_plays_with_caution_if_the_settings_say_so_and_the_player_nothing_else(ana, is_cautious):
    User.objects.update(is_cautious_while_away=is_cautious)
    assert seat_of(leave(GameFactory(), "Ana"), "Ana").is_cautious == is_cautious
    other = absence.leave(GameFactory(), ana, now=NOW, is_cautious=not is_cautious)
    assert seat_of(other, "Ana").is_cautious != is_cautious


def test_bot_that_stands_in_after_missed_turns_plays_as_the_settings_say(ana):
    User.objects.update(is_cautious_while_away=True)
    game = GameFactory(pace={"move_time": 3600})
    Seat.objects.filter(user=ana).update(misses_in_a_row=1)
    seat = seat_of(run_out(game), "Ana")
    assert seat.absent_since
    assert seat.is_cautious


def test_caution_ends_with_the_absence(ana):
    User.objects.update(is_cautious_while_away=True)
    back, taken = leave(GameFactory(), "Ana"), leave(GameFactory(), "Ana")
    absence.come_back(back, ana, now=NOW)
    take_over(taken, 0)
    assert not Seat.objects.filter(is_cautious=True).exists()


@pytest.mark.postgresql
def test_leaving_twice_is_leaving_once():
    game = leave(leave(GameFactory(), "Bob"), "Bob")
    assert Absence.objects.get().reason == Absence.Reason.LEFT
    assert now(game).absences == 1


def test_who_leaves_a_game_against_bots_ends_it(ana):
    game = leave(GameFactory(players=3, bots=2), "Ana")
    assert game.is_over
    assert game.ended_early
    assert not game.seats.filter(is_to_move=True).exists()
    assert not game.seats.exclude(rank=None).exists()


def test_game_that_the_last_person_leaves_ends_where_it_stands():
    game = GameFactory(after=["open 4 4"])
    for name in ("Ana", "Bob", "Cid"):
        game = leave(game, name)
    assert game.ended_early
    assert not game.seats.filter(is_to_move=True).exists()


def test_those_who_had_left_before_are_not_told_that_the_game_ended(mailoutbox):
    game = GameFactory(players=2)
    leave(leave(game, "Ana"), "Bob")
    assert Alert.objects.filter(kind="game_over").count() == 2
    assert not [mail for mail in mailoutbox if "ended early" in mail.subject]


def test_nobody_leaves_a_game_that_is_over(ana):
    game = leave(GameFactory(players=2, bots=1), "Ana")
    with pytest.raises(absence.AbsenceRefused, match="The game is over"):
        leave(game, "Ana")


def test_nobody_leaves_a_game_of_others():
    with pytest.raises(absence.AbsenceRefused, match="You have no seat in this game"):
        leave(GameFactory(), "Dan")


def test_plans_of_who_leaves_are_forgotten():
    game = GameFactory()
    StandingPlan.objects.create(
        seat=seat_of(game, "Bob"), slot=Slot.AUCTIONS, body='{"plan":"pass"}', given_sequence=0
    )
    leave(game, "Bob")
    assert not StandingPlan.objects.exists()


# Coming back --------------------------------------------------------------------------------------------------------


def test_next_decision_is_theirs_again_who_come_back(ana):
    game = absence.come_back(leave(GameFactory(), "Ana"), ana, now=NOW)
    game = play_until(game, lambda state: 0 in state.to_move)
    assert seat_of(game, "Ana").is_to_move


@pytest.mark.postgresql
def test_coming_back_twice_is_coming_back_once(ana):
    game = leave(GameFactory(), "Ana")
    news = absence.come_back(game, ana, now=NOW) and now(game).news
    absence.come_back(game, ana, now=NOW)
    assert now(game).news == news
    assert Absence.objects.get().ended_sequence == game.sequence


def test_coming_and_going_is_no_action(ana):
    game = leave(GameFactory(after=["open 4 4"]), "Ana")
    assert now(game).moved_at == now(game).actions.last().created_at
    game = absence.come_back(game, ana, now=NOW)
    assert now(game).moved_at == now(game).actions.last().created_at


def test_who_comes_back_may_plan_what_they_will_be_asked(ana):
    game = GameFactory(after=["open 4 4", "pass", "pass"])  # Bob is to put up a plant
    game = leave(game, "Cid")
    assert seat_of(game, "Cid").may_plan_since is None
    absence.come_back(game, person_called("Cid"), now=NOW)
    assert seat_of(game, "Cid").may_plan_since is not None


@pytest.mark.postgresql
def test_new_name_of_who_comes_back_is_kept(ana):
    """It was stored after their seat was read: without a lock, as names go by no game."""
    game = leave(GameFactory(), "Ana")

    def rename(*arguments, **options):
        Seat.objects.filter(game=game, user=ana).update(name="Anna")
        return end(*arguments, **options)

    end = absence._end
    with mock.patch.object(absence, "_end", rename):
        absence.come_back(game, ana, now=NOW)
    assert game.seats.get(user=ana).name == "Anna"


def test_who_has_come_back_can_miss_a_decision_again_before_a_bot_stands_in(ana):
    game = leave(GameFactory(), "Ana")
    Seat.objects.filter(user=ana).update(misses_in_a_row=2)
    absence.come_back(game, ana, now=NOW)
    assert seat_of(game, "Ana").misses_in_a_row == 0


def test_nobody_comes_back_to_a_seat_that_somebody_else_has_taken_over(ana):
    game = take_over(leave(GameFactory(), "Ana"), 0)
    with pytest.raises(absence.AbsenceRefused, match="Dan has taken over your seat"):
        absence.come_back(game, ana, now=NOW)


# Taking over --------------------------------------------------------------------------------------------------------


def test_who_takes_over_has_the_seat_under_their_name():
    game = take_over(leave(GameFactory(), "Ana"), 0)
    assert [seat.name for seat in game.seats.all()] == ["Dan", "Bob", "Cid"]
    assert game.seat_of(person_called("Dan")).absent_since is None
    game = play_until(game, lambda state: 0 in state.to_move)
    assert seat_of(game, "Dan").is_to_move


def test_who_takes_over_begins_with_a_clean_slate(ana):
    game = GameFactory()
    Seat.objects.filter(user=ana).update(turns=7, misses=3, misses_in_a_row=2, bank=5)
    take_over(leave(game, "Ana"), 0)
    seat = seat_of(game, "Dan")
    assert (seat.turns, seat.misses, seat.misses_in_a_row, seat.bank) == (0, 0, 0, None)
    left = Absence.objects.get()
    assert (left.user, left.turns, left.misses, left.substitute) == (ana, 7, 3, person_called("Dan"))


def test_plans_of_the_former_person_are_nothing_to_who_takes_over():
    game = leave(GameFactory(), "Ana")
    StandingPlan.objects.create(
        seat=seat_of(game, "Ana"), slot=Slot.AUCTIONS, body='{"plan":"pass"}', given_sequence=0
    )
    take_over(game, 0)
    assert not StandingPlan.objects.exists()


def test_who_takes_over_decides_anew_whether_cities_are_powered_for_them(ana):
    game = leave(GameFactory(powering=PoweringRule.URANIUM), "Ana")
    assert take_over(game, 0).seats.get(number=0).powering == PoweringRule.LEAST


@pytest.mark.postgresql
def test_taking_over_twice_is_taking_over_once():
    game = take_over(leave(GameFactory(), "Ana"), 0)
    take_over(game, 0)
    assert Absence.objects.get().substitute == person_called("Dan")


@pytest.mark.postgresql
def test_of_two_who_take_over_the_second_hears_who_was_faster():
    game = take_over(leave(GameFactory(), "Ana"), 0)
    with pytest.raises(absence.AbsenceRefused, match="Dan plays on"):
        take_over(game, 0, "Eva")


def test_former_person_still_sees_a_private_game(ana):
    game = take_over(leave(GameFactory(is_public=False), "Ana"), 0)
    assert Game.objects.visible_to(ana).get() == game


def test_seat_of_somebody_who_is_there_cannot_be_taken():
    with pytest.raises(absence.AbsenceRefused, match="not free: Ana plays on"):
        take_over(GameFactory(), 0)


def test_seat_of_a_bot_cannot_be_taken():
    with pytest.raises(absence.AbsenceRefused, match="keeps it"):
        take_over(GameFactory(players=3, bots=1), 2)


def test_seat_that_there_is_not_cannot_be_taken():
    with pytest.raises(absence.AbsenceRefused, match="no such seat"):
        take_over(GameFactory(), 7)


def test_own_seat_is_come_back_to():
    with pytest.raises(absence.AbsenceRefused, match="come back"):
        take_over(leave(GameFactory(), "Ana"), 0, "Ana")


@pytest.mark.postgresql
def test_nobody_has_two_seats():
    with pytest.raises(absence.AbsenceRefused, match="already have a seat"):
        take_over(leave(GameFactory(), "Ana"), 0, "Bob")


def test_who_has_played_another_seat_knows_too_much():
    game = take_over(leave(GameFactory(), "Bob"), 1)
    with pytest.raises(absence.AbsenceRefused, match="know too much"):
        take_over(leave(game, "Ana"), 0, "Bob")


def test_guests_take_over_nothing():
    with pytest.raises(absence.AbsenceRefused, match="sign up first"):
        absence.take_over(leave(GameFactory(), "Ana"), 0, GuestFactory(), now=NOW)


def test_seats_of_games_that_are_over_cannot_be_taken():
    game = play_to_the_end(leave(GameFactory(options=rules.Options(first_game=True)), "Ana"))
    with pytest.raises(absence.AbsenceRefused, match="The game is over"):
        take_over(game, 0)


def test_substitute_plays_the_game_to_its_end():
    game = play_on(GameFactory(options=rules.Options(first_game=True)), "open 4 4")
    game = play_to_the_end(take_over(leave(game, "Ana"), 0))
    assert game.is_over
    assert not game.ended_early
