"""A real sender, killed with alerts in hand: none is lost, and none is told twice as if it were a new one."""

from collections import Counter
from urllib.request import Request, urlopen

import pytest

from tests.extent import later
from tests.services.sites import large_site, small_site

TOKEN = "a-token-of-sixteen-characters"
STATES = "SELECT state, COUNT(*) FROM notifications_alert GROUP BY state"
SWEEP = "notifications.tasks.sweep"


@pytest.mark.long
@pytest.mark.parametrize("start", [large_site, later(small_site)])
def test_killed_senders_lose_no_alert_and_repeat_only_what_they_had_in_hand(start, tmp_path):
    with start(tmp_path) as site:
        site.make_tables()
        site.stall("before")
        site.environment |= {"METRICS_TOKEN": TOKEN, "METRICS_LISTEN": f"127.0.0.1:{site.port}"}
        site.start_worker()
        site.start_scheduler()
        sender = site.start_sender(threads=2)
        site.call("tests.services.knocking", "1", "20")
        site.call("tests.services.knocking", "21", "30", BROKER_URL="redis://localhost:1/0")

        site.wait_for("two mails in hand", lambda: len(site.stalled()) == 2)
        assert not site.mails()
        site.kill(sender)
        site.stall("after")
        sender = site.start_sender(threads=2)

        site.wait_for("two mails sent and not yet noted", lambda: len(site.stalled()) == 2)
        site.kill(sender)
        in_hand = {mark.name for mark in site.stalled()}
        site.stall(None)
        site.start_sender(threads=2)

        site.wait_for("all mails", lambda: len(site.mails()) >= 30 + len(in_hand))
        site.wait_for("all notes of it", lambda: site.ask(STATES) == [("sent", 30)])
        mails = site.mails()
        assert {mail["Subject"] for mail in mails} == {f"Knock {number}" for number in range(1, 31)}
        assert len({mail["Message-ID"] for mail in mails}) == 30
        repeated = {subject for subject, times in Counter(mail["Subject"] for mail in mails).items() if times > 1}
        assert repeated == in_hand
        shown = counted(site)
        assert shown[f'powergrid_tasks_total{{state="success",task="{SWEEP}"}}'] > 0
        assert shown[f'powergrid_handed_out_total{{task="{SWEEP}"}}'] > 0


def counted(site):
    """What workers and the scheduler show at the port of a web server that is not there."""
    asked = Request(f"{site.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(asked, timeout=10) as answer:
        lines = [line.rpartition(" ") for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}
