"""The page of alerts, its record and that of one game, in a real browser."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from notifications import trials
from notifications.models import Alert, Channel, Destination, GameWish, Reason, State
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.layout import assert_fits
from tests.factories import GameFactory

HOSTILE = "<img src=x onerror=alert(1)>\u202egnp.ecalp\u202c 👩‍👩‍👧‍👦" + "W" * 30
NOW = timezone.now()

UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true })"


def assert_serves_everybody(page):
    for scheme, size in (("light", PHONE), ("dark", LAPTOP)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        page.evaluate(UNFOLD)
        assert_accessible(page)
        assert_fits(page)
        assert_targets_are_large(page)


def crowd(ana, game):
    """All that can be there at once: ways of each kind in each state, and alerts of each fate."""
    ways = [
        Destination.objects.create(user=ana, channel=channel, address=f"https://{channel}.example/{number}", **values)
        for channel in (Channel.PUSH, Channel.DISCORD, Channel.SLACK, Channel.WEBHOOK)
        for number, values in enumerate(
            ({"label": HOSTILE}, {"failing_since": NOW - timedelta(hours=5)}, {"off_at": NOW, "frequency": "daily"})
        )
    ]
    held = {"at": NOW.isoformat(), "until": (NOW + timedelta(hours=9)).isoformat()}
    for number, state in enumerate(State):
        for way in ways:
            Alert.objects.create(
                recipient=ana,
                destination=way,
                channel=way.channel,
                kind="your_turn",
                subject_id=game.pk,
                sequence=number,
                state=state,
                due_at=NOW + timedelta(hours=9),
                held=[{**held, "reason": Reason.PRESENT}, {**held, "reason": Reason.QUIET}],
                sentence=HOSTILE,
                sent_at=NOW if state == State.SENT else None,
                reason=Reason.TROUBLE if state == State.FAILED else "",
            )
    GameWish.objects.create(user=ana, subject_id=game.pk, channel=Channel.SLACK, frequency="spaced", hours=5)
    ana.unreached_address = ana.email
    ana.save()


def test_crowded_pages_serve_everybody(page_of, ana, take_picture):
    game = GameFactory(players=2, name=HOSTILE[:80])
    crowd(ana, game)
    page = page_of(ana)
    page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError(dialog.message)))
    for name in ("notifications:alerts", "notifications:record"):
        page.goto(reverse(name))
        take_picture(page, name.replace(":", "-"))
        assert_serves_everybody(page)
    page.goto(reverse("games:alerts", args=[game.pk]))
    assert_serves_everybody(page)


def test_page_looks_until_it_knows_what_became_of_a_test(page_of, ana):
    mail = Destination.objects.create(user=ana, channel=Channel.MAIL)
    page = page_of(ana)
    page.goto(reverse("notifications:alerts"))
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("The test was sent.")).to_be_visible()

    Alert.objects.filter(kind=trials.KIND).update(state=State.CLAIMED)
    page.reload()
    expect(page.get_by_text("A test is on its way…")).to_be_visible()
    Alert.objects.filter(destination=mail).update(state=State.FAILED, reason=Reason.UNREACHED)
    expect(page.get_by_text("The test did not arrive: mails to your address came back.")).to_be_visible()


def test_hours_of_ones_own_show_where_they_are_chosen(page_of, ana):
    page = page_of(ana)
    page.goto(reverse("notifications:alerts"))
    expect(page.get_by_label("From", exact=True)).to_be_hidden()
    page.get_by_label("At these hours").check()
    page.get_by_label("From", exact=True).fill("22:00")
    page.get_by_label("Until", exact=True).fill("06:00")
    page.get_by_role("button", name="Save the times").click()
    expect(page.get_by_text("Saved. This also counts for alerts that wait.")).to_be_visible()
    expect(page.get_by_label("From", exact=True)).to_have_value("22:00")
