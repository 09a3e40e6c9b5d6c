"""Alerts that are posted to Discord, Slack and programs: what arrives there, and what the answers mean."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as site

from notifications import kinds
from notifications.channels.faults import Passing, Unreachable
from notifications.channels.webhook import new_secret, sign
from notifications.models import Channel
from tests.notifications.hooked import HOSTILE, NOW, digest, hook, notice, send
from tests.notifications.receiver import plainly, receiving

pytestmark = pytest.mark.django_db

EVERYWHERE = [Channel.DISCORD, Channel.SLACK, Channel.WEBHOOK]


@pytest.fixture
def receiver(settings):
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def arrives(receiver):
    """Sends something and answers the JSON that came."""

    def arrives(channel, told):
        send(hook(channel, receiver.url), told)
        (posted,) = receiver.posted
        assert posted.headers["Content-Type"] == "application/json"
        return json.loads(posted.body)

    return arrives


def test_discord_shows_an_embed_that_leads_to_the_game(arrives):
    message = arrives(Channel.DISCORD, notice())
    (embed,) = message["embeds"]
    assert embed["title"] == "Friday round\\: your turn"
    assert embed["url"] == "https://games.example/games/12/"
    assert embed["fields"] == [{"name": "Time is up", "value": "<t:1772431200:f> (<t:1772431200:R>)"}]


def test_discord_calls_nobody_and_shows_names_as_they_are(arrives):
    message = arrives(Channel.DISCORD, notice(title=HOSTILE, sentence=HOSTILE))
    assert message["allowed_mentions"] == {"parse": []}
    embed = message["embeds"][0]
    for text in (embed["title"], embed["description"]):
        assert re.search(r"(?<!\\)[@<*`\[\]()#:]", text) is None
        assert "\n" not in text


def test_discord_gets_no_more_than_it_takes(arrives):
    message = arrives(Channel.DISCORD, digest(*[notice(title="*" * 10_000, sentence="_" * 10_000)] * 30))
    assert len(message["embeds"]) == 10
    shown = sum(len(embed["title"]) + len(embed["description"]) for embed in message["embeds"])
    assert shown + len(message["content"]) <= 6000


def test_slack_shows_plain_text_with_a_link(arrives):
    message = arrives(Channel.SLACK, notice())
    header, section, foot = message["blocks"]
    assert header["text"] == {"type": "plain_text", "text": "Friday round: your turn", "emoji": False}
    assert section["text"]["text"] == "Bid for plant 13, or pass."
    assert foot["elements"][0]["text"].startswith(
        "<https://games.example/games/12/|Take your turn> · time is up <!date^"
    )
    assert message["text"].splitlines()[0] == "Friday round: your turn"


def test_slack_calls_nobody_and_links_nowhere_else(arrives):
    message = arrives(Channel.SLACK, notice(title=HOSTILE, sentence=HOSTILE, button=HOSTILE))
    plain = [block["text"]["type"] for block in message["blocks"] if "text" in block]
    assert plain == ["plain_text", "plain_text"]
    for text in (message["text"], message["blocks"][-1]["elements"][0]["text"]):
        assert "<!channel>" not in text
        assert "<@1>" not in text
        assert "@everyone" not in text
        assert "https://evil" not in text
        assert "](" not in text


def test_slack_gets_no_more_than_it_takes(arrives):
    message = arrives(Channel.SLACK, digest(*[notice(title="W" * 10_000, sentence="W" * 10_000)] * 30))
    assert len(message["blocks"]) <= 50
    assert max(len(block["text"]["text"]) for block in message["blocks"] if block["type"] == "header") <= 150


def test_program_gets_what_the_manual_says(arrives):
    manual = (site.BASE_DIR / "docs" / "webhooks.md").read_text()
    (example,) = re.findall(r"```json\n(.*?)```", manual, re.DOTALL)
    assert arrives(Channel.WEBHOOK, notice()) == json.loads(example)


def test_program_gets_all_of_a_digest(arrives):
    message = arrives(Channel.WEBHOOK, digest(notice(), notice(template="notice", kind="test", subject_id=None)))
    assert (message["type"], message["game"]) == ("digest", None)
    assert [(news["type"], news["game"]) for news in message["news"]] == [("your_turn", 12), ("test", None)]


def test_program_can_check_a_call_as_the_manual_says(receiver, monkeypatch):
    manual = (site.BASE_DIR / "docs" / "webhooks.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)
    names = {}
    exec(code, names)
    is_authentic = names["is_authentic"]
    monkeypatch.setattr(names["time"], "time", lambda: NOW.timestamp() + 3)
    program = hook(Channel.WEBHOOK, receiver.url)
    send(program, notice(title=HOSTILE))
    (posted,) = receiver.posted

    assert is_authentic(program.secret, posted.headers, posted.body)
    assert not is_authentic(program.secret, posted.headers, posted.body + b" ")
    assert not is_authentic(new_secret(), posted.headers, posted.body)
    for name, value in [("webhook-id", "other"), ("webhook-timestamp", str(int(NOW.timestamp()) + 1))]:
        assert not is_authentic(program.secret, dict(posted.headers) | {name: value}, posted.body)
    monkeypatch.setattr(names["time"], "time", lambda: NOW.timestamp() + 301)
    assert not is_authentic(program.secret, posted.headers, posted.body)


def test_signature_is_that_of_the_standard():
    # The example of the specification, https://github.com/standard-webhooks/standard-webhooks.
    signature = sign(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "1614265330",
        b'{"test": 2432232314}',
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_repetition_has_the_same_id_and_another_time(receiver):
    program = hook(Channel.WEBHOOK, receiver.url)
    send(program, notice())
    send(program, notice(), now=NOW + timedelta(minutes=1))
    first, second = receiver.posted
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == "alert-7-20260301180000"
    assert int(second.headers["webhook-timestamp"]) == int(first.headers["webhook-timestamp"]) + 60


@pytest.mark.parametrize("channel", EVERYWHERE)
@pytest.mark.parametrize("status", [301, 307, 400, 408, 429, 500, 502, 503])
def test_what_is_not_taken_is_tried_again(receiver, channel, status):
    receiver.answer = lambda handler: plainly(handler, status, {"Location": "https://games.example/"})
    with pytest.raises(Passing, match=f"status {status}"):
        send(hook(channel, receiver.url), notice())


@pytest.mark.parametrize(
    ("channel", "status"),
    [
        (Channel.DISCORD, 401),
        (Channel.DISCORD, 404),
        (Channel.SLACK, 404),
        (Channel.SLACK, 410),
        (Channel.WEBHOOK, 410),
    ],
)
def test_webhook_that_was_removed_there_is_given_up(receiver, channel, status):
    receiver.answer = lambda handler: plainly(handler, status)
    with pytest.raises(Unreachable):
        send(hook(channel, receiver.url), notice())


@pytest.mark.parametrize("status", [401, 403, 404])
def test_program_that_is_away_for_a_while_is_not_given_up_at_once(receiver, status):
    receiver.answer = lambda handler: plainly(handler, status)
    with pytest.raises(Passing):
        send(hook(Channel.WEBHOOK, receiver.url), notice())


@pytest.mark.parametrize(
    ("says", "pause"),
    [
        ("30", timedelta(seconds=30)),
        ("Sun, 01 Mar 2026 18:10:00 GMT", timedelta(minutes=10)),
        ("99999999999", timedelta(days=1)),
        ("soon", None),
        ("-5", None),
    ],
)
def test_busy_service_says_how_long_to_leave_it_alone(receiver, says, pause):
    receiver.answer = lambda handler: plainly(handler, 429, {"Retry-After": says})
    with pytest.raises(Passing) as fault:
        send(hook(Channel.DISCORD, receiver.url), notice())
    assert fault.value.pause == pause


def test_what_leads_inside_is_not_called(receiver, settings):
    settings.MAY_CALL_ITSELF = False
    with pytest.raises(Passing, match="leads inside") as fault:
        send(hook(Channel.WEBHOOK, receiver.url), notice())
    assert not receiver.posted
    assert not fault.value.was_asked


def test_faults_name_no_address(receiver):
    program = hook(Channel.WEBHOOK, "http://127.0.0.1:1/secret")
    with pytest.raises(Passing) as fault:
        send(program, notice())
    assert "secret" not in fault.value.note
    assert "127" not in fault.value.note


def test_moments_are_told_in_utc(arrives):
    local = datetime(2026, 3, 2, 7, tzinfo=UTC).astimezone()
    assert arrives(Channel.WEBHOOK, notice(due_at=local))["due_at"] == "2026-03-02T07:00:00Z"


def test_manual_names_every_type():
    manual = (site.BASE_DIR / "docs" / "webhooks.md").read_text()
    types = {*kinds.known, "digest"} - {"knock"}  # which only tests have
    assert {name for name in types if f"`{name}`" not in manual} == set()
