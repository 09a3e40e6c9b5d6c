"""A site to which hardly anybody comes back: what the tasks of every day leave of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import DateTimeField, F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import rules
from accounts.models import User
from games.models import Checkpoint, Game
from games.records import reading, studies
from matchmaking import practice, table_talk, tables
from matchmaking.models import Table
from powergrid.celery import app
from talk.models import Message
from tests.factories import PASSWORD, GameFactory, GuestFactory, TableFactory, play_to_the_end
from tests.rules.recorded_games import FOLDER

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def a_day_comes(after: timedelta) -> None:
    """Do what is done every day, once some time has passed since all that has happened so far."""
    for model in apps.get_models():
        moments = {each.name: F(each.name) - after for each in model._meta.fields if isinstance(each, DateTimeField)}
        if moments:
            model._base_manager.update(**moments)
    app.loader.import_default_modules()
    schedule: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
    for entry in schedule.values():
        if entry["schedule"] == timedelta(days=1):
            app.tasks[entry["task"]]()


def test_of_those_who_never_came_back_nothing_is_left_and_games_of_others_are_whole(client, ana, bob, cid):
    game = play_to_the_end(GameFactory.create(players=2))
    guest, now = GuestFactory.create(name="Guest 1234"), timezone.now()
    practice.start(guest, rules.Options(), bots=2, bot_level="easy")
    record = min(FOLDER.glob("*.json")).read_bytes()
    studies.bring(guest, reading.read(record), now=now)
    Client().post(reverse("account_signup"), {"name": "Dan", "email": "dan@example.org", "password1": PASSWORD})
    TableFactory.create(host=bob)
    closed = TableFactory.create(host=bob, people=[cid])
    table_talk.say(closed, cid, "hello", now=now)
    tables.close(closed, bob, now=now)
    for _day in range(2):
        a_day_comes(after=timedelta(days=200))
    assert set(User.objects.values_list("name", flat=True)) == {"Ana", "Bob", "Cid"}
    assert list(Game.objects.all()) == [game]
    assert not Table.objects.exists()
    assert not Message.objects.exists()
    assert not Checkpoint.objects.exists()
    client.force_login(ana)
    assert client.get(reverse("games:history", args=[game.pk, game.sequence // 2])).status_code == 200
