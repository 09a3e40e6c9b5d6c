"""Who keeps the peace: what their group may do, and how they hear of reports."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone

from accounts.models import Ban, User
from notifications import delivery
from notifications.models import Alert
from powergrid import moderation
from powergrid.monitoring.figures import Figures
from talk import conversations
from talk.models import Report
from tests.factories import GameFactory, UserFactory
from tests.pages import html_of, words_of
from tests.talk.scripts import say

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def moderator():
    Group.objects.filter(name=moderation.GROUP).delete()
    moderation.make_group()
    moderator = UserFactory(name="Moderator", is_staff=True)
    moderator.groups.add(Group.objects.get(name=moderation.GROUP))
    return moderator


@pytest.fixture
def report(ana, bob, cid):
    """Has Ana report what Bob says."""
    game = GameFactory(is_public=False)

    def report(words: str) -> Report:
        conversations.report(say(game, bob, words), ana, reason="insult", remark="")
        return Report.objects.latest("pk")

    return report


def told(now) -> list[str]:
    moderation.tell(now)
    alerts = Alert.objects.filter(kind=moderation.KIND, created_at=now)
    for alert in alerts:
        delivery.deliver(alert.pk, now=now)
    return [alert.recipient.name for alert in alerts]


@pytest.mark.postgresql
def test_moderators_get_one_mail_about_all_new_reports_and_none_for_an_hour(moderator, report, mailoutbox):
    now = timezone.now()
    UserFactory(name="Operator", is_staff=True, is_superuser=True)
    report("Boo")
    report("Boo again")
    mailoutbox.clear()
    assert told(now) == ["Moderator"]
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == ([moderator.email], "2 open reports")
    assert reverse("admin:talk_report_changelist") in mail.body
    assert told(now + MINUTE) == []
    report("And again")
    assert told(now + 59 * MINUTE) == []
    assert told(now + 61 * MINUTE) == ["Moderator"]
    assert mailoutbox[-1].subject == "3 open reports"


def test_reports_that_were_settled_meanwhile_are_told_to_nobody(moderator, report, mailoutbox):
    now = timezone.now()
    conversations.settle(report("Boo"), moderator, remove=True, now=now)
    assert told(now) == []
    waiting = report("Boo again")
    moderation.tell(now)
    conversations.settle(waiting, moderator, remove=True, now=now)
    mailoutbox.clear()
    delivery.deliver(Alert.objects.get(kind=moderation.KIND).pk, now=now)
    assert not mailoutbox


def test_without_moderators_those_with_all_rights_are_told(report):
    moderation.make_group()
    UserFactory(name="Operator", is_staff=True, is_superuser=True)
    report("Boo")
    assert told(timezone.now()) == ["Operator"]


def test_open_reports_are_counted_for_those_who_run_the_site(client, moderator, report):
    report("Boo")
    conversations.settle(report("Boo again"), moderator, remove=True, now=timezone.now())
    client.force_login(moderator)
    assert "1 open report" in words_of(client.get(reverse("admin:index")))
    assert "Open reports 1 waits for a moderator" in words_of(client.get(reverse("operation")))
    assert Figures.of(timezone.now()).reports == 1


def test_moderators_settle_and_ban_and_announce_and_no_more(client, moderator, report, bob):
    waiting = report("Boo")
    client.force_login(moderator)
    page = html_of(client.get(reverse("admin:talk_report_change", args=[waiting.pk])))
    assert f"{reverse('admin:accounts_ban_add')}?name=Bob" in page
    settle = {"action": "remove_and_settle", "_selected_action": [waiting.pk]}
    client.post(reverse("admin:talk_report_changelist"), settle)
    waiting.refresh_from_db()
    assert waiting.settled_by == moderator
    client.post(reverse("admin:accounts_ban_add"), {"name": "Bob", "kind": "talk", "reason": "Boo"})
    assert Ban.objects.get().imposed_by == moderator
    assert client.get(reverse("admin:announcements_notice_add")).status_code == 200
    closed = [
        *("accounts_user", "account_emailaddress", "games_game", "games_snapshot", "auth_group"),
        *("announcements_page", "announcements_maintenance", "notifications_alert", "mfa_authenticator"),
    ]
    statuses = {name: client.get(reverse(f"admin:{name}_changelist")).status_code for name in closed}
    assert set(statuses.values()) == {403}, statuses
    assert bob.email not in page


def test_moderators_cannot_ban_those_who_run_the_site(client, moderator):
    UserFactory(name="Second", is_staff=True)
    client.force_login(moderator)
    fields = {"name": "Second", "kind": "all", "reason": "Boo"}
    assert "helps to run this site" in words_of(client.post(reverse("admin:accounts_ban_add"), fields))
    assert not Ban.objects.exists()


def test_a_moderator_needs_two_steps(client, moderator, settings):
    settings.STAFF_NEEDS_TWO_STEPS = True
    client.force_login(moderator)
    assert client.get(reverse("admin:talk_report_changelist")).status_code == 302


def test_what_was_changed_of_the_group_stays(moderator):
    group = Group.objects.get(name=moderation.GROUP)
    group.permissions.clear()
    moderation.make_group()
    assert not group.permissions.exists()


def test_addresses_from_which_mails_came_back_are_listed_and_can_be_tried_again(admin_client, ana, bob, cid):
    User.objects.filter(pk=ana.pk).update(unreached_address=ana.email)
    User.objects.filter(pk=bob.pk).update(unreached_address="the.one.before@example.org")
    listed = reverse("admin:accounts_user_changelist") + "?mails=back"
    words = words_of(admin_client.get(listed))
    assert ana.email in words
    assert bob.email not in words
    admin_client.post(listed, {"action": "write_again", "_selected_action": [ana.pk]})
    assert not User.objects.get(pk=ana.pk).is_unreached
    assert ana.email not in words_of(admin_client.get(listed))
