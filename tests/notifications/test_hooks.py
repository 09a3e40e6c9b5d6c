"""Adding webhooks: which addresses are taken for what, whose they are, and what is shown of their secrets."""

import pytest
from django.urls import reverse

from notifications import hooks
from notifications.models import Alert, Channel, Destination
from tests.factories import GuestFactory, UserFactory
from tests.notifications.hooked import NOW, hook

pytestmark = pytest.mark.django_db

DISCORD = "https://discord.com/api/webhooks/1/secret"
SLACK = "https://hooks.slack.com/services/T/B/secret"
PROGRAM = "https://bot.example/hook"


@pytest.fixture
def ana():
    return UserFactory(name="Ana")


@pytest.fixture
def add(client, ana):
    """Sends the form as Ana."""
    client.force_login(ana)

    def add(channel, address, label=""):
        given = {"channel": channel, "address": address, "label": label}
        return client.post(reverse("notifications:add_hook"), given)

    return add


@pytest.mark.parametrize(
    ("chosen", "address", "channel"),
    [
        (Channel.DISCORD, DISCORD, Channel.DISCORD),
        (Channel.DISCORD, "https://ptb.discord.com/api/webhooks/1/secret", Channel.DISCORD),
        (Channel.DISCORD, SLACK, Channel.SLACK),
        (Channel.SLACK, "https://chat.example/hooks/secret", Channel.SLACK),
        (Channel.WEBHOOK, DISCORD, Channel.DISCORD),
        (Channel.WEBHOOK, "https://Discord.com/api/webhooks/1/secret", Channel.DISCORD),
        (Channel.WEBHOOK, PROGRAM, Channel.WEBHOOK),
    ],
)
def test_address_of_a_service_says_what_it_is(chosen, address, channel):
    assert hooks.channel_of(address, chosen) == channel


@pytest.mark.parametrize(
    ("chosen", "address", "words"),
    [
        (Channel.DISCORD, PROGRAM, "not a webhook of Discord"),
        (Channel.DISCORD, "https://discord.com.evil.example/api/webhooks/1/x", "not a webhook of Discord"),
        (Channel.DISCORD, "https://discord.com/channels/1/2", "not a webhook of Discord"),
        (Channel.SLACK, "https://hooks.slack.com/", "not a webhook of Slack"),
        (Channel.WEBHOOK, "http://bot.example/hook", "https://"),
        (Channel.WEBHOOK, "https://127.0.0.1/", "public part"),
        (Channel.WEBHOOK, "https://bot.example:22/", "ports"),
    ],
)
def test_what_is_no_webhook_is_refused_beside_its_field(add, chosen, address, words):
    answer = add(chosen, address)
    assert answer.status_code == 400
    assert words in str(answer.context["hook_form"].errors["address"])
    assert answer.context["hook_form"]["address"].value() == address
    assert not Destination.objects.filter(channel__in=hooks.CHANNELS).exists()


def test_label_holds_what_can_be_read_on_one_line(add):
    add(Channel.WEBHOOK, PROGRAM, "\x1b[1m Friday\r\nBcc: \u202eround\u2028\x01 ☎ ")
    assert Destination.objects.get().label == "[1m Friday Bcc: round ☎"


def test_who_adds_and_removes_webhooks_all_the_time_is_asked_to_wait(add, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"test_alert": "2/h/user"}
    answers = []
    for number in range(3):
        answers.append(add(Channel.WEBHOOK, f"{PROGRAM}/{number}").status_code)
        for known in Destination.objects.filter(channel=Channel.WEBHOOK):
            client.post(reverse("notifications:remove", args=[known.pk]))
    assert answers == [302, 302, 429]
    assert Alert.objects.count() == 2


@pytest.mark.parametrize(("channel", "address"), [("", PROGRAM), ("mail", PROGRAM), ("webhook", ""), ("x", "y")])
def test_form_that_says_too_little_is_shown_again(add, channel, address):
    assert add(channel, address).status_code == 400


@pytest.mark.postgresql
def test_what_is_too_long_is_refused_in_words(add):
    errors = add("webhook", "https://bot.example/" + "x" * 1000, "n" * 81).context["hook_form"].errors
    assert errors == {
        "address": ["This address is too long: 1020 characters."],
        "label": ["Shorten this to 80 characters."],
    }


def test_webhook_is_added_and_tried(add, ana):
    answer = add("discord", DISCORD, "Friday")
    added = ana.destinations.get()
    assert (added.channel, added.address, added.label, added.secret) == ("discord", DISCORD, "Friday", "")
    assert answer.headers["Location"].startswith(reverse("notifications:alerts"))
    assert Alert.objects.get().kind == "test"


@pytest.mark.postgresql
def test_same_webhook_twice_is_one(add, ana):
    add("discord", DISCORD, "Friday")
    answer = add("discord", DISCORD)
    assert answer.status_code == 422
    assert "You already have this webhook: Friday" in answer.content.decode()
    assert ana.destinations.filter(channel="discord").count() == 1


def test_nobody_has_more_than_ten(add, ana):
    for number in range(hooks.MOST):
        hooks.add(ana, Channel.WEBHOOK, f"{PROGRAM}/{number}", "", now=NOW)
    answer = add("webhook", PROGRAM)
    assert answer.status_code == 422
    assert "You have 10 webhooks" in answer.content.decode()


def test_guests_have_none(client):
    guest = GuestFactory()
    client.force_login(guest)
    given = {"channel": "webhook", "address": PROGRAM}
    assert client.post(reverse("notifications:add_hook"), given).status_code == 422
    assert not guest.destinations.exists()


def test_secret_is_shown_once(add, client, ana):
    page = add("webhook", PROGRAM).headers["Location"]
    secret = ana.destinations.get(channel="webhook").secret
    assert secret.startswith("whsec_")
    assert secret in client.get(page).content.decode()
    assert secret not in client.get(page).content.decode()


def test_new_secret_is_shown_once_and_the_old_one_is_void(client, ana):
    program = hook(Channel.WEBHOOK, PROGRAM, user=ana)
    client.force_login(ana)
    answer = client.post(reverse("notifications:renew_secret", args=[program.pk]))
    old, new = program.secret, Destination.objects.get().secret
    assert old != new
    page = client.get(answer.headers["Location"])
    assert new in page.content.decode()
    assert old not in page.content.decode()
    assert page.headers["Cache-Control"] == "private, no-store"
    assert new not in client.get(answer.headers["Location"]).content.decode()


def test_secret_of_one_program_is_not_shown_on_the_page_of_another(client, ana):
    first, second = (hook(Channel.WEBHOOK, f"{PROGRAM}/{number}", user=ana) for number in range(2))
    client.force_login(ana)
    client.post(reverse("notifications:renew_secret", args=[first.pk]))
    first.refresh_from_db()
    assert first.secret not in client.get(reverse("notifications:hook", args=[second.pk])).content.decode()


def test_programs_of_others_are_not_found(client, ana):
    program = hook(Channel.WEBHOOK, PROGRAM, user=ana)
    client.force_login(UserFactory(name="Bob"))
    assert client.get(reverse("notifications:hook", args=[program.pk])).status_code == 404
    assert client.post(reverse("notifications:renew_secret", args=[program.pk])).status_code == 404
    assert Destination.objects.get(pk=program.pk).secret == program.secret


def test_what_is_no_program_has_no_secret(client, ana):
    channel = hook(Channel.DISCORD, DISCORD, user=ana)
    client.force_login(ana)
    assert client.get(reverse("notifications:hook", args=[channel.pk])).status_code == 404
    assert client.post(reverse("notifications:renew_secret", args=[channel.pk])).status_code == 404


def test_hostile_name_is_shown_harmlessly(client, ana):
    program = hook(Channel.WEBHOOK, PROGRAM, user=ana, label="<script>alert(1)</script>")
    client.force_login(ana)
    for page in (reverse("notifications:hook", args=[program.pk]), reverse("notifications:alerts")):
        assert "<script>alert" not in client.get(page).content.decode()


def test_page_keeps_addresses_to_itself(client, ana):
    hook(Channel.DISCORD, DISCORD, user=ana)
    client.force_login(ana)
    assert "api/webhooks/1/secret" not in client.get(reverse("notifications:alerts")).content.decode()
