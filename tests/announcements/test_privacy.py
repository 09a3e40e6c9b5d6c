"""The draft on privacy names all that is kept of people: each column, entry, cookie and field of the log.

Whoever adds one says here by which words of the draft people learn of it, or that it tells nothing of anybody.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from announcements.admin import privacy_draft
from powergrid import logs
from powergrid.settings import ACCOUNT_RATE_LIMITS
from powergrid.tasks import forget_counts
from tests.factories import PASSWORD

NOBODYS = ""
"""What tells nothing of anybody."""

COLUMNS = {
    "Your name, which everybody sees": """
        accounts.User: id name name_key is_guest is_active
        games.Seat: name""",
    "your mail address, which only you": """
        accounts.User: email
        account.EmailAddress: id user_id email verified primary
        account.EmailConfirmation: id email_address_id created sent key""",
    "Your password and your emergency codes": "accounts.User: password sessions_ended",
    "your passkeys and the secret of the app": "mfa.Authenticator: id user_id type data created_at last_used_at",
    "Your time zone, the hours in which you sleep and your vacations": """
        accounts.User: time_zone sleeps_from sleeps_until hours_changed_at
        accounts.Vacation: id user_id first_day last_day""",
    "Your settings": """
        accounts.User: appearance reduces_motion is_guided is_invited_to_plan is_cautious_while_away
        accounts.User: takes_invitations shows_presence favourite_maps""",
    "When you signed up, when you last logged in": "accounts.User: date_joined last_login last_here",
    "which account that is, and what the site told us": """
        socialaccount.SocialAccount: id user_id provider uid last_login date_joined extra_data
        socialaccount.SocialToken: id app_id account_id token token_secret expires_at""",
    "A ban:": """
        accounts.User: banned_until
        accounts.Ban: id user_id kind reason note since until imposed_by_id lifted_at lifted_by_id""",
    "If you help to run this site": """
        accounts.User: is_staff is_superuser
        accounts.User_groups: id user_id group_id
        accounts.User_user_permissions: id user_id permission_id
        admin.LogEntry: id action_time user_id content_type_id object_id object_repr action_flag change_message""",
    "Everything done in a game, by which player and when": """
        games.Game: id move_time bank_time increment bank_cap grace rests_on_weekends plans_answer_at_once
        games.Game: areas_at_once name setup seed_hash shares edition map is_public undo_by_consent sequence news
        games.Game: phase round step conversation_id created_at moved_at finished_at ended_early paused_at resumes_at
        games.Game: pauses absences due_at claimed_until thinks_at
        games.Seat: id game_id number user_id is_bot bot_level is_to_move asked_at asked_sequence question answers_at
        games.Seat: may_plan_since bank ticks_from spent extra extra_from due_at warns_at was_warned
        games.Seat: absent_since is_cautious
        games.Absence: id seat_id user_id reason sequence began_at ended_sequence ended_at substitute_id turns misses
        games.UndoRequest: game_id seat to agreed refused_by
        games.Vote: id game_id motion seat cast_at
        games.Agreement: id game_id motion seats sequence made_at
        games.Action: id game_id sequence seat body origin digest created_at clock checksum
        games.Snapshot: game_id sequence state course
        games.Checkpoint: action_id state""",
    "How reliable you are, your rating and your results": """
        games.Seat: turns misses misses_in_a_row rank powered
        matchmaking.Rating: id edition map user_id mu sigma points games wins is_listed rated_at
        matchmaking.RatingChange: id edition map game_id user_id rank people before after mu sigma at
        matchmaking.Figures: id game_id user_id by_hand planned waits plants""",
    "Your plans, your notes, the records that you bring and the lines you try": """
        games.Game: studied_by_id
        games.Seat: powering powers_itself
        games.StandingPlan: id seat_id slot body round given_at given_sequence asks
        games.WhatIf: id game_id user_id sequence seed moves version
        games.Note: id game_id user_id text version replaced
        games.PositionNote: id game_id user_id sequence text written_at""",
    "What you say at tables and in games": """
        talk.Conversation: id started_at
        talk.Message: id conversation_id author_id text said_at place removed_at""",
    "If a message is reported": """
        talk.Report: id message_id reporter_id reason remark created_at settled_at settled_by_id told_at""",
    "Whom you have muted": "talk.Mute: id user_id other_id created_at",
    "The tables that you open or join": """
        matchmaking.Table: id move_time bank_time increment bank_cap grace rests_on_weekends plans_answer_at_once
        matchmaking.Table: areas_at_once host_id name token secret edition map players areas chosen_areas
        matchmaking.Table: money_visible first_game start_cities two_player_mode tiebreak step2_removal_when_skipped
        matchmaking.Table: start_city_must_be_empty trust_refill trust_triggers_phase_out france_recharged_garbage
        matchmaking.Table: is_public invited_only undo_by_consent bot_level least_reliability ratings version
        matchmaking.Table: created_at closed_at conversation_id game_id follows_id
        matchmaking.TableSeat: id table_id number user_id share
        matchmaking.KeptPlace: id table_id number user_id""",
    "The ways you set up for alerts": """
        notifications.Destination: id user_id channel address keys secret label created_at failing_since rests_until
        notifications.Destination: off_at taken_until""",
    "go to the address you gave us": "notifications.FailingServer: id name since failures rests_until",
    "how often you want them": """
        notifications.Destination: frequency hours
        notifications.GameWish: id frequency hours user_id subject_id channel
        notifications.AlertTimes: user_id quiet quiet_from quiet_until digest_at""",
    "What you were told, and whether it arrived, for two months": """
        notifications.Alert: id recipient_id destination_id channel kind subject_id sequence state created_at due_at
        notifications.Alert: token attempts leader_id held title sentence sent_at reason note""",
    "If mails to you come back, that is noted": "accounts.User: unreached_address",
    "Which of your games you are looking at": """
        notifications.Presence: user_id subject_id seen_at around_at around_before""",
    "Who invited you to a table, and what you answered": """
        matchmaking.Invitation: id table_id user_id email host_id token answer invited_at due_at told_at""",
    "we then keep a checksum of the address": "notifications.UnwantedAddress: id digest since",
    "If a mail to it comes back, we keep that for a month": "notifications.UnwantedAddress: until",
    "What a mail about your account says": """
        notifications.OutgoingMail: id kind address facts is_in_budget created_at due_at attempts note given_up_at""",
    "a checksum of your network address says whose turn it is with them": """
        games.Game: thinks_for
        games.ThinkingTime: whom clock""",
    "That you sent a form": "powergrid.Receipt: id digest led_to received_at",
    "one for your session": "sessions.Session: session_key session_data expire_date",
    "a former player with a number": "accounts.User: left_at",
    "for a year a checksum of your name": "accounts.RetiredName: id digest until",
    NOBODYS: """
        accounts.Forgetting: id task at went
        announcements.Page: id subject text changed_at
        announcements.Notice: id text level starts_at ends_at
        announcements.Maintenance: id sentence expected_until began_at ended_at
        auth.Group: id name
        auth.Group_permissions: id group_id permission_id
        auth.Permission: id name content_type_id codename
        contenttypes.ContentType: id app_label model
        matchmaking.RatedGame: game_id people ended_at lacks_figures
        matchmaking.RatingLock: id
        powergrid.BackUp: id at size
        powergrid.Heartbeat: id program name at
        powergrid.Tally: id began_at actions last_action
        socialaccount.SocialApp: id provider provider_id name client_id secret key settings""",
}
"""For some words of the draft, the columns of which people learn by them."""

TABLES_OF_NO_MODEL = {
    "a checksum of your network address": {"cache"},
    NOBODYS: {"django_migrations"},
}

OF_SESSIONS = {
    "what you have begun in this browser": {
        *("KEY", "LAST_CHOICES", "LEFT_BEHIND_KEY", "LINKS_KEY", "NEW_SECRET", "PROMISES_KEY", "PUT_AWAY"),
        "WAY_BACK_KEY",
    },
}
"""What a session remembers, by the names that the code has for it."""

OF_THE_LOG = {
    "the number of your account beside what was asked for": {"user", "route", "method"},
    NOBODYS: {"status", "ms", "queries", "task_name", "late", "reason"},
}

HERE = "203.0.113.77"


def words_of_columns() -> Iterator[tuple[str, str]]:
    for words, lines in COLUMNS.items():
        for line in filter(None, map(str.strip, lines.splitlines())):
            model, columns = line.split(": ")
            yield from ((f"{model}.{column}", words) for column in columns.split())


def test_draft_has_the_words():
    draft = privacy_draft()
    for found in (COLUMNS, TABLES_OF_NO_MODEL, OF_SESSIONS, OF_THE_LOG):
        assert [words for words in found if words not in draft] == []


def test_each_column_is_named():
    kept = {
        f"{model._meta.label}.{field.attname}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
    }
    named = [column for column, _words in words_of_columns()]
    assert sorted(named) == sorted(kept)


@pytest.mark.postgresql
def test_each_table_is_named(db):
    of_models = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    others = set(connection.introspection.table_names()) - of_models
    assert others <= set().union(*TABLES_OF_NO_MODEL.values())


def test_all_that_our_code_puts_into_sessions_is_named():
    rooms = (settings.BASE_DIR / name for name in (*settings.INSTALLED_APPS, "powergrid") if name.isidentifier())
    kept = {name for room in rooms for file in room.rglob("*.py") for name in put_into_sessions(file)}
    assert kept == set().union(*OF_SESSIONS.values())


def put_into_sessions(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        for target in node.targets if isinstance(node, ast.Assign) else []:
            if isinstance(target, ast.Subscript) and ast.unparse(target.value).endswith("session"):
                yield ast.unparse(target.slice)


def test_each_field_of_the_log_is_named():
    assert set(logs.FIELDS) == set().union(*OF_THE_LOG.values())


@pytest.mark.postgresql
def test_no_table_holds_the_network_address_of_anybody(db, ana, settings):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    visitor = Client(REMOTE_ADDR=HERE, headers={"user-agent": "Netscape 4711"})
    visitor.post(reverse("account_login"), {"login": "ana@example.org", "password": "a guess"})
    visitor.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    visitor.post(reverse("account_signup"), {"name": "Dan", "email": "dan@example.org", "password1": PASSWORD})
    visitor.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    assert rows_of("cache")
    for table in connection.introspection.table_names():
        for row in rows_of(table):
            assert HERE not in str(row)
            assert "Netscape" not in str(row)
    assert not [row for row in rows_of("cache") if "ana" in str(row) or "ip" in row[0]]


@pytest.mark.postgresql
def test_what_limits_have_counted_is_forgotten(db):
    cache.set("over", 1, timeout=-5)
    cache.set("counts", 1, timeout=60)
    forget_counts()
    assert [cache.get(key) for key in ("over", "counts")] == [None, 1]
    assert len(rows_of("cache")) == 1


def rows_of(table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        return list(cursor.fetchall())
