from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bans, belongings
from accounts.models import Ban, User
from games.turns import absence
from matchmaking import tables
from matchmaking.models import Table, TableRefused
from powergrid import moderation
from talk.models import Message
from tests.factories import PASSWORD, GameFactory, GuestFactory, TableFactory, UserFactory
from tests.games.taking import seat_of
from tests.matchmaking.forms import CREATE, as_it_comes
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
REASON = "You insulted <others> again and again."


@pytest.fixture
def moderator():
    return UserFactory(name="Moderator", is_staff=True)


def ban(user, by, kind=Ban.Kind.ALL, until=None, now=None):
    now = now or timezone.now()
    return bans.impose(user, kind=kind, reason=REASON, until=until and now + until, by=by, now=now)


def log_in(client, user):
    return client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})


def test_games_of_who_is_banned_go_to_substitutes_and_tables_are_left(ana, bob, cid, moderator):
    game, alone = GameFactory(after=["open 4 4"]), TableFactory(host=bob)
    table = TableFactory(host=ana, people=[bob])
    ban(bob, moderator)
    seat = seat_of(game, "Bob")
    assert seat.absent_since
    assert seat.absences.get().reason == "left"
    absence.take_over(game, seat.number, UserFactory(name="Dora"), now=timezone.now())
    assert not table.seats.filter(user=bob).exists()
    assert Table.objects.get(pk=alone.pk).closed_at


def test_sessions_open_nothing_and_tell_why_once(client, bob, moderator):
    client.force_login(bob)
    ban(bob, moderator, until=DAY)
    answer = client.get(reverse("games:dashboard"))
    assert answer.status_code == 403
    assert "You insulted &lt;others&gt; again and again." in html_of(answer)
    assert f"until {timezone.now() + DAY:%-d %B %Y}" in words_of(answer)
    assert client.get(reverse("games:dashboard"))["Location"].startswith(reverse("account_login"))
    assert client.get(reverse("games:rules")).status_code == 200


def test_who_tries_to_log_in_is_told_why_and_until_when(client, bob, moderator, settings):
    settings.CONTACT_ADDRESS = "help@games.example"
    ban(bob, moderator)
    answer = log_in(client, bob)
    assert answer.status_code == 403
    assert "You are banned from this site: You insulted" in words_of(answer)
    assert "mailto:help@games.example" in html_of(answer)
    assert client.get(reverse("games:dashboard")).status_code == 302
    wrong = client.post(reverse("account_login"), {"login": bob.email, "password": "another horse battery"})
    assert "insulted" not in html_of(wrong)


def test_who_writes_is_told(client, bob, moderator):
    game = GameFactory()
    client.force_login(bob)
    ban(bob, moderator)
    answer = client.post(reverse("games:say", args=[game.pk]), {"text": "But"})
    assert answer.status_code == 403
    assert "insulted" in words_of(answer)
    assert not Message.objects.exists()


def test_a_ban_ends_by_itself(client, bob, moderator, time_machine):
    ban(bob, moderator, until=DAY)
    time_machine.move_to(timezone.now() + DAY + timedelta(minutes=1))
    assert log_in(client, bob).status_code == 302
    assert client.get(reverse("games:dashboard")).status_code == 200


def test_a_guest_comes_back_in_the_session_that_is_all_they_have(client, moderator, time_machine):
    guest = GuestFactory()
    client.force_login(guest)
    ban(guest, moderator, until=DAY)
    assert client.get(reverse("games:dashboard")).status_code == 403
    assert client.get(reverse("games:dashboard")).status_code == 403
    time_machine.move_to(timezone.now() + DAY + timedelta(minutes=1))
    assert client.get(reverse("games:dashboard")).status_code == 200


def test_who_may_not_talk_plays_on_and_says_nothing(client, bob, moderator):
    game = GameFactory(after=["open 4 4"])
    table = TableFactory(host=bob)
    ban(bob, moderator, kind=Ban.Kind.TALK, until=DAY)
    assert seat_of(game, "Bob").absent_since is None
    client.force_login(bob)
    for address in (reverse("games:say", args=[game.pk]), reverse("matchmaking:say", args=[table.pk])):
        answer = client.post(address, {"text": "Still here"})
        assert answer.status_code in {409, 422}
        assert "You are banned from writing here until" in words_of(answer)
        assert "insulted &lt;others&gt;" in html_of(answer)
    move = {"action": "pass", "expected": str(game.sequence)}
    assert client.post(reverse("games:play", args=[game.pk]), move).status_code == 302
    assert not Message.objects.exists()


@pytest.mark.postgresql
def test_the_last_of_several_bans_that_ends_counts(bob, moderator):
    now = timezone.now()
    long = ban(bob, moderator, until=3 * DAY, now=now)
    ban(bob, moderator, until=DAY, now=now)
    assert User.objects.get(pk=bob.pk).banned_until == now + 3 * DAY
    bans.lift(long, by=moderator, now=now)
    assert User.objects.get(pk=bob.pk).banned_until == now + DAY
    long.refresh_from_db()
    assert (long.lifted_by, long.lifted_at) == (moderator, now)


def test_nobody_lifts_their_own_ban_and_staff_no_other_staffs(moderator):
    boss = UserFactory(name="Boss", is_staff=True, is_superuser=True)
    banned = ban(moderator, boss, kind=Ban.Kind.TALK)
    with pytest.raises(bans.BanRefused, match="This ban is yours"):
        bans.lift(banned, by=moderator, now=timezone.now())
    with pytest.raises(bans.BanRefused, match="Moderator helps to run this site"):
        bans.lift(banned, by=UserFactory(is_staff=True), now=timezone.now())
    assert bans.of(moderator, timezone.now())
    bans.lift(banned, by=boss, now=timezone.now())
    assert not bans.of(moderator, timezone.now())


@pytest.mark.postgresql
def test_a_page_that_was_on_its_way_begins_nothing(bob, moderator):
    game = GameFactory()
    ban(bob, moderator)
    assert User.objects.get(pk=bob.pk).banned_until == datetime.max.replace(tzinfo=UTC)
    assert User.objects.get(pk=bob.pk).is_banned(timezone.now() + 10_000 * DAY)
    with pytest.raises(TableRefused, match="banned"):
        tables.join(TableFactory(), bob)
    with pytest.raises(absence.AbsenceRefused, match="banned"):
        absence.come_back(game, bob, now=timezone.now())


def test_guest_who_may_not_talk_may_not_in_their_account_either(ana, moderator):
    guest = GuestFactory()
    ban(guest, moderator, kind=Ban.Kind.TALK)
    belongings.pass_on(guest, ana)
    assert bans.of(ana, timezone.now()).reason == REASON


# In the admin -------------------------------------------------------------------------------------------------------


@pytest.fixture
def operator(client):
    operator = UserFactory(name="Operator", is_staff=True, is_superuser=True)
    client.force_login(operator)
    return operator


ADD = reverse("admin:accounts_ban_add")


def test_somebody_is_banned_by_name_and_it_is_on_record_who_did_it(client, operator, bob):
    page = client.get(ADD, {"name": "Bob"})
    assert page.context["adminform"].form.initial["name"] == "Bob"
    answer = client.post(ADD, {"name": "bob", "kind": "all", "reason": REASON, "note": "The third time"})
    assert answer.status_code == 302
    banned = Ban.objects.get()
    assert (banned.user, banned.imposed_by, banned.note) == (bob, operator, "The third time")
    words = words_of(client.get(reverse("admin:accounts_ban_change", args=[banned.pk])))
    assert "The third time" in words
    other = Client()
    assert "The third time" not in words_of(log_in(other, bob))
    client.post(reverse("admin:accounts_ban_changelist"), {"action": "lift", "_selected_action": banned.pk})
    banned.refresh_from_db()
    assert banned.lifted_by == operator
    assert log_in(other, bob).status_code == 302


def test_moderator_who_lifts_their_own_ban_reads_why_not(client, operator, moderator, settings):
    settings.STAFF_NEEDS_TWO_STEPS = False
    moderation.make_group()  # other tests may have emptied the database
    moderator.groups.add(Group.objects.get(name=moderation.GROUP))
    banned = ban(moderator, operator, kind=Ban.Kind.TALK)
    client.force_login(moderator)
    lifting = {"action": "lift", "_selected_action": banned.pk}
    answer = client.post(reverse("admin:accounts_ban_changelist"), lifting, follow=True)
    assert "This ban is yours. Only others can lift it." in words_of(answer)
    banned.refresh_from_db()
    assert banned.lifted_at is None


def test_what_a_ban_says_is_never_changed(client, operator, bob):
    banned = ban(bob, operator)
    page = reverse("admin:accounts_ban_change", args=[banned.pk])
    assert client.post(page, {"name": "Bob", "kind": "talk", "reason": "Other"}).status_code == 403
    assert client.post(reverse("admin:accounts_ban_delete", args=[banned.pk])).status_code == 403


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "Nobody"}, "No player has this name."),
        ({"name": "Operator"}, "This is your own account."),
        ({"name": "Second"}, "Second helps to run this site"),
        ({"reason": ""}, "This field is required."),
        ({"until_0": "2020-01-01", "until_1": "12:00"}, "Choose a later time."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(client, operator, bob, fields, words):
    UserFactory(name="Second", is_staff=True, is_superuser=True)
    answer = client.post(ADD, {"name": "Bob", "kind": "all", "reason": REASON} | fields)
    assert answer.status_code == 200
    assert words in words_of(answer)
    assert not Ban.objects.exists()


def test_who_may_not_talk_calls_themselves_nothing_else(client, bob, moderator):
    ban(bob, moderator, kind=Ban.Kind.TALK)
    client.force_login(bob)
    answer = client.post(reverse("accounts:settings"), {"name": "Ana stinks"})
    assert "You insulted &lt;others&gt; again and again." in html_of(answer)
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_guest_who_may_not_talk_still_signs_up_by_the_name_they_have(client, moderator):
    guest = GuestFactory(name="Guest 1234")
    ban(guest, moderator, kind=Ban.Kind.TALK)
    client.force_login(guest)
    wishes = {"name": "Guest 1234", "email": "guest@example.org", "password1": PASSWORD}
    assert client.post(reverse("accounts:keep"), wishes | {"name": "Ana stinks"}).status_code == 400
    assert client.post(reverse("accounts:keep"), wishes).status_code == 302


def test_who_may_not_talk_opens_tables_by_their_usual_name_alone(client, bob, moderator):
    ban(bob, moderator, kind=Ban.Kind.TALK)
    client.force_login(bob)
    refused = client.post(CREATE, as_it_comes(client) | {"name": "Ana is a thief"})
    assert "You insulted &lt;others&gt; again and again." in html_of(refused)
    assert not Table.objects.exists()
    client.post(CREATE, as_it_comes(client))
    assert Table.objects.get().name == "Bob’s table"
