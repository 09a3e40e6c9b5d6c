"""Seats follow their people."""

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from accounts import names
from games.models import Absence, Seat, WhatIf
from games.records import personal_data
from games.story import story
from games.turns import absence
from tests.factories import PASSWORD, GameFactory, GuestFactory, person_called, play_to_the_end

pytestmark = pytest.mark.django_db


def names_in(game):
    return [seat.name for seat in game.seats.all()]


def test_running_games_show_the_new_name_everywhere(ana):
    game = GameFactory(after=["open 4 4"])
    names.rename(ana, "Anna")
    assert names_in(game) == ["Anna", "Bob", "Cid"]
    assert "Anna put plant 04 up for auction at 4 Elektro." in story.of(game).entries[1].sentences


def test_games_that_are_over_keep_the_name_they_were_played_under(ana):
    game = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    names.rename(ana, "Anna")
    assert names_in(game) == ["Ana", "Bot 1"]


def test_name_of_a_guest_who_registers_shows_in_their_game(client):
    client.post(reverse("matchmaking:practice"))
    client.post(reverse("accounts:keep"), {"name": "Dora", "email": "dora@example.org", "password1": PASSWORD})
    assert Seat.objects.get(is_bot=False).name == "Dora"


def test_all_games_of_a_guest_take_the_name_that_they_choose(ana):
    game = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    ana.is_guest = True
    ana.save()
    names.rename(ana, "Anna")
    assert names_in(game) == ["Anna", "Bot 1"]


def test_name_put_right_by_staff_shows_in_the_game(admin_client, ana):
    game = GameFactory()
    page = reverse("admin:accounts_user_change", args=[ana.pk])
    admin_client.post(page, {"name": "Anna", "email": ana.email, "is_active": "on"})
    assert names_in(game) == ["Anna", "Bob", "Cid"]


def test_seats_pass_to_somebody_else_under_their_name(ana):
    game, dora = GameFactory(), GuestFactory(name="Dora")
    personal_data.pass_on(ana, dora)
    assert names_in(game) == ["Dora", "Bob", "Cid"]
    assert game.seat_of(dora).is_to_move
    assert game.seat_of(ana) is None


def test_absences_and_what_was_tried_pass_to_somebody_else_with_the_seat(ana):
    game, dora = GameFactory(), GuestFactory(name="Dora")
    absence.leave(game, ana, now=timezone.now())
    WhatIf.objects.create(game=game, user=ana, sequence=0, seed="0")
    personal_data.pass_on(ana, dora)
    assert Absence.objects.get().user == dora
    assert WhatIf.objects.get().user == dora
    assert absence.come_back(game, dora, now=timezone.now())


def test_nothing_passes_to_who_has_played_in_the_same_game(ana):
    game, dora = GameFactory(), person_called("Dora")
    absence.leave(game, person_called("Bob"), now=timezone.now())
    absence.take_over(game, 1, dora, now=timezone.now())
    personal_data.pass_on(ana, person_called("Bob"))
    assert names_in(game) == ["Ana", "Dora", "Cid"]


def test_nobody_gets_a_second_seat_in_one_game(ana, bob):
    game = GameFactory()
    personal_data.pass_on(ana, bob)
    assert names_in(game) == ["Ana", "Bob", "Cid"]


def test_what_people_take_along_tells_how_well_bots_played(ana):
    GameFactory(players=2, bots=1, bot_level="normal")
    (sheet,) = personal_data.export(ana)
    (game,) = sheet.rows
    assert [seat.get("level") for seat in game["seats"]] == [None, "normal"]
