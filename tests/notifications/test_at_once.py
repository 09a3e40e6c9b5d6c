"""One impatient person, or one with two tabs, pressing several buttons of the page of alerts at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from notifications.models import AlertTimes, Channel, Destination

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def pressed_at_once(person, *presses):
    """The statuses of the answers to forms, each an address and what is sent, from a tab of its own."""
    ready = Barrier(len(presses))

    def press(tab, address, sent):
        try:
            ready.wait(timeout=10)
            return tab.post(address, sent).status_code
        finally:
            connection.close()

    tabs = [Client(raise_request_exception=False) for _ in presses]
    for tab in tabs:
        tab.force_login(person)
    with ThreadPoolExecutor(len(presses)) as pool:
        answers = [pool.submit(press, tab, *pressed) for tab, pressed in zip(tabs, presses, strict=True)]
        return [answer.result() for answer in answers]


def test_times_are_saved_for_the_first_time_by_two_tabs(ana, sink):
    answers = pressed_at_once(ana, *[("/alerts/times/", {"quiet": "none", "digest_at": "09:00"})] * 3)
    assert answers == [302] * 3
    assert AlertTimes.objects.get().quiet == AlertTimes.Quiet.NONE


@pytest.mark.parametrize(
    ("other", "sent"),
    [("", {"how_often": "daily"}), ("on/", {}), ("test/", {}), ("remove/", {})],
    ids=["how often", "on", "test", "remove"],
)
def test_way_is_removed_while_something_else_is_done_with_it(ana, sink, other, sent):
    way = Destination.objects.create(
        user=ana, channel=Channel.DISCORD, address="https://discord.com/api/webhooks/1/x"
    )
    address = f"/alerts/ways/{way.pk}/"
    answers = pressed_at_once(
        ana, (f"{address}remove/", {}), (f"{address}{other}", sent), (f"{address}{other}", sent)
    )
    assert set(answers) <= {302, 404}
    assert not Destination.objects.filter(pk=way.pk).exists()


def test_webhook_is_removed_while_it_gets_a_new_secret(ana, sink):
    way = Destination.objects.create(
        user=ana, channel=Channel.WEBHOOK, address="https://example.org/hook", secret="whsec_AAAA"
    )
    removed = (f"/alerts/ways/{way.pk}/remove/", {})
    answers = pressed_at_once(ana, removed, (f"/alerts/hooks/{way.pk}/secret/", {}))
    assert set(answers) <= {302, 404}
    assert not Destination.objects.filter(pk=way.pk).exists()
