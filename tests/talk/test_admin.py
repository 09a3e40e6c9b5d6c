import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from talk import conversations
from talk.models import Report
from tests.factories import GameFactory, UserFactory
from tests.pages import html_of, words_of
from tests.talk.scripts import say

pytestmark = pytest.mark.django_db

LIST = reverse("admin:talk_report_changelist")


@pytest.fixture
def operator(client):
    """The browser of somebody who runs the site."""
    client.force_login(UserFactory(name="Operator", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def report(ana, bob, cid):
    game = GameFactory(is_public=False)
    say(game, cid, "Before it")
    message = say(game, bob, "<script>Boo</script>")
    say(game, cid, "After it")
    conversations.report(message, ana, reason="insult", remark="Rude")
    return Report.objects.get()


def test_operator_reads_a_report_with_what_was_said_around_it(operator, report):
    assert "&lt;script&gt;Boo&lt;/script&gt;" in html_of(operator.get(LIST))
    words = words_of(operator.get(reverse("admin:talk_report_change", args=[report.pk])))
    assert words.index("Before it") < words.index("&lt;script&gt;Boo") < words.index("After it")
    assert "Rude" in words


def test_settled_reports_leave_the_list(operator, report):
    operator.post(LIST, {"action": "settle", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert report.settled_at
    assert report.settled_by.is_superuser
    assert report.message.removed_at is None
    assert "Boo" not in html_of(operator.get(LIST))
    assert "Boo" in html_of(operator.get(LIST, {"settled": "yes"}))
    assert "Boo" in html_of(operator.get(LIST, {"settled": "all"}))


def test_list_says_that_it_shows_what_is_not_settled(operator, report):
    words = words_of(operator.get(LIST))
    assert "Not settled Settled All" in words
    assert "All Settled" not in words


def test_staff_who_may_only_look_settle_nothing(client, report):
    viewer = UserFactory(name="Viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_report"))
    client.force_login(viewer)
    client.post(LIST, {"action": "remove_and_settle", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert (report.settled_at, report.message.removed_at) == (None, None)
    assert "Boo" in html_of(client.get(LIST))


def test_removed_message_is_out_of_everybodys_sight(operator, report, cid):
    operator.post(LIST, {"action": "remove_and_settle", "_selected_action": [report.pk]})
    operator.force_login(cid)
    page = words_of(operator.get(report.message.conversation.get_absolute_url()))
    assert "Boo" not in page
    assert "The people who run the site have removed this." in page


def test_reports_are_neither_written_nor_deleted_by_hand(operator, report):
    assert operator.get(reverse("admin:talk_report_add")).status_code == 403
    assert operator.post(reverse("admin:talk_report_delete", args=[report.pk])).status_code == 403


def test_staff_has_no_list_of_what_people_say(operator):
    assert "talk/message" not in html_of(operator.get(reverse("admin:index")))
