"""A row that holds what it should not breaks its own page, and no page of many; those who run the site hear of it."""

import logging
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import rules
from accounts import bans, belongings, calendars, data_export, deletion, names
from accounts.models import Ban
from announcements import maintenance
from games.models import Action, Game, Seat, Snapshot, damaged
from games.models.damaged import stepping_over
from matchmaking.models import Table
from matchmaking.ratings import figures, rating
from matchmaking.ratings.models import Figures
from tests.factories import GameFactory, TableFactory, UserFactory, play_to_the_end
from tests.pages import words_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


@pytest.fixture(autouse=True)
def _nobody_has_been_told():
    damaged._told.clear()
    yield
    damaged._told.clear()
    cache.clear()


def lose_an_action(game):
    Snapshot.objects.filter(game=game).update(state="{}")
    Action.objects.filter(game=game, sequence=1).update(body="nonsense")


def lose_the_setup(game):
    Snapshot.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(setup={})


def lose_a_seat(game):
    Seat.objects.filter(game=game, is_to_move=False).first().delete()


def lose_the_map(game):
    Game.objects.filter(pk=game.pk).update(map="atlantis")


def lose_the_edition(game):
    Game.objects.filter(pk=game.pk).update(edition="pocket")


def lose_the_question(game):
    Seat.objects.filter(game=game, is_to_move=True).update(question="why")


DAMAGES = [lose_an_action, lose_the_setup, lose_a_seat, lose_the_map, lose_the_edition, lose_the_question]


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_front_page_steps_over_a_game_and_shows_the_next(client, damage):
    GameFactory(name="Sound")
    game = GameFactory(name="Broken", after=["open 4 4"])
    damage(game)
    for answer in (
        client.get(reverse("home")),
        client.get(reverse("board")),
        client.get(reverse("board"), {"seen": f"{game.pk}.0"}),
    ):
        assert answer.status_code == 200
        assert "Sound" in answer.content.decode()
        assert "Broken" not in answer.content.decode()


def test_where_no_game_can_be_shown_there_is_an_empty_map(client):
    lose_an_action(GameFactory(after=["open 4 4"]))
    assert "before the first house is built" in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("column", ["map", "edition"])
def test_a_table_is_left_out_of_the_front_page_and_of_the_lobby(client, bob, column):
    TableFactory(name="Sound", people=[bob])
    table = TableFactory(name="Broken", people=[bob])
    Table.objects.filter(pk=table.pk).update(**{column: "nosuch"})
    for page in (reverse("home"), reverse("matchmaking:lobby")):
        shown = client.get(page).content.decode()
        assert "Sound" in shown
        assert "Broken" not in shown


@pytest.mark.parametrize("damage", [lose_the_map, lose_the_edition, lose_the_question])
def test_pages_of_its_people_do_without_a_game(client, ana, damage):
    """Ana is asked in it, and is told on every page what waits for her."""
    GameFactory(name="Sound")
    damage(GameFactory(name="Broken"))
    client.force_login(ana)
    for page in (reverse("games:dashboard"), reverse("games:profile", args=["Ana"])):
        shown = client.get(page).content.decode()
        assert "Sound" in shown
        assert ">Broken<" not in shown
    assert "One of your games cannot be shown at present." in words_of(client.get(reverse("games:dashboard")))
    for name in ("accounts:settings", "matchmaking:lobby", "games:studies", "notifications:alerts"):
        assert client.get(reverse(name)).status_code == 200


def ban(ana, operator, now):
    bans.impose(ana, kind=Ban.Kind.ALL, reason="spam", until=None, by=operator, now=now)


def delete(ana, operator, now):
    deletion.delete(ana, now=now)


def rename(ana, operator, now):
    names.rename(ana, "Another name")


def bring_along(ana, operator, now):
    belongings.pass_on(ana, operator)


def move(ana, operator, now):
    calendars.tell_hours(ana, "Asia/Tokyo", None, now=now)


def go_away(ana, operator, now):
    calendars.add_vacation(ana, now.date(), now.date(), now=now)


def maintain(ana, operator, now):
    maintenance.begin("We move to a larger machine.", now=now)
    maintenance.end(now=now + timedelta(hours=1))


def take_along(ana, operator, now):
    assert b"".join(data_export.pack(ana, now=now))


CHANGES = [ban, delete, rename, bring_along, move, go_away, maintain, take_along]


@pytest.mark.postgresql
@pytest.mark.parametrize("change", CHANGES)
def test_damaged_games_keep_nothing_from_being_done_with_a_person_or_with_all(ana, change):
    for damage in (*DAMAGES, lambda _game: None):
        damage(GameFactory(after=["open 4 4"], pace={"move_time": 86400}))
    change(ana, UserFactory(is_staff=True, is_superuser=True), timezone.now())
    if change in {ban, delete}:
        assert not Seat.objects.filter(user=ana, absent_since=None).exists()


def test_a_game_that_is_stepped_over_as_a_player_leaves_is_told_to_those_who_run_the_site(ana):
    game = GameFactory(after=["open 4 4"])
    lose_an_action(game)
    delete(ana, None, timezone.now())
    assert [(row.model, row.pk) for row in damaged.last_met()] == [("games.game", game.pk)]


def test_those_who_run_the_site_hear_of_it_once(client, caplog):
    game = GameFactory(after=["open 4 4"])
    lose_an_action(game)
    for _time in range(3):
        client.get(reverse("home"))
    told = [record for record in caplog.records if record.name == "games.models.damaged"]
    assert [(record.levelno, record.getMessage()) for record in told] == [
        (logging.ERROR, f"games.game {game.pk} is damaged, and is stepped over.")
    ]
    assert told[0].exc_info
    staff = Client()
    staff.force_login(UserFactory(is_staff=True, is_superuser=True))
    answer = staff.get(reverse("operation"))
    assert "Some games or tables cannot be shown" in words_of(answer)
    assert (
        f'href="{reverse("admin:games_game_change", args=[game.pk])}">game {game.pk}</a>' in answer.content.decode()
    )


def test_what_was_met_long_ago_is_forgotten(monkeypatch):
    with stepping_over(Game, 1):
        raise ValueError
    assert [row.pk for row in damaged.last_met()] == [1]
    later = timezone.now() + damaged.KEPT
    monkeypatch.setattr(damaged.timezone, "now", lambda: later)
    assert damaged.last_met() == []


def test_a_database_that_breaks_is_no_damaged_row():
    with pytest.raises(OperationalError), stepping_over(Game, 1):
        raise OperationalError
    assert damaged.last_met() == []


@pytest.mark.parametrize("damage", [lose_an_action, lose_the_setup, lose_the_map])
def test_a_game_without_figures_holds_up_no_other(damage):
    games = [play_to_the_end(GameFactory(players=2, options=SHORT)) for _game in range(2)]
    Game.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    damage(games[0])
    rating.rate_finished(now=timezone.now())
    figures.gather()
    assert Figures.objects.filter(game=games[1]).exists()
    assert figures.gather() == 0
