"""What mail services say became of mails."""

import base64
import json
import types

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from django.urls import clear_url_caches, path

from notifications import bounces, mail_service
from notifications.models import Channel, Destination, Frequency, GameWish
from powergrid import urls

pytestmark = pytest.mark.django_db

SECRET = "service:a long secret"


class Urls:
    """All addresses of a site with a mail service that tells of mails."""

    urlpatterns = (path("mail-service/", mail_service.listener("postmark")), *urls.urlpatterns)


@pytest.fixture
def service(client):
    """Posts an event as Postmark does, with a secret."""

    def post(event, *, secret=SECRET):
        headers = {"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"} if secret else {}
        return client.post("/mail-service/", json.dumps(event), content_type="application/json", headers=headers)

    with override_settings(ROOT_URLCONF=Urls, ANYMAIL={"WEBHOOK_SECRET": SECRET}):
        clear_url_caches()
        yield post
    clear_url_caches()


def event(record_type, address="Ana@Example.org", **values):
    return {"RecordType": record_type, "Email": address, "Recipient": address, **values}


HARD = event("Bounce", Type="HardBounce")


def test_hard_bounce_is_noted(service, ana):
    assert service(HARD).status_code == 200
    ana.refresh_from_db()
    assert ana.is_unreached


@pytest.mark.parametrize(
    ("description", "said", "is_for_good"),
    [
        ("Permanent: General", {"eventType": "Bounce"}, True),
        ("Transient: MailboxFull", {"eventType": "Bounce"}, False),
        ("Undetermined: Undetermined", {"eventType": "Bounce"}, False),
        (None, {"event": "hard_bounce"}, True),
        (None, {"event": "soft_bounce"}, False),
        ("mailbox full", {"type": "activity.soft_bounced", "data": {}}, False),
        (None, None, True),
    ],
)
def test_full_mailbox_is_not_one_that_does_not_exist(ana, description, said, is_for_good):
    bounced = AnymailTrackingEvent(
        event_type=EventType.BOUNCED,
        reject_reason=RejectReason.BOUNCED,
        recipient=ana.email,
        description=description,
        esp_event=said,
    )
    bounces.hear(bounced)
    ana.refresh_from_db()
    assert ana.is_unreached is is_for_good


@pytest.mark.postgresql
def test_the_same_bounce_can_come_twice(service, ana):
    service(HARD)
    assert service(HARD).status_code == 200
    ana.refresh_from_db()
    assert ana.is_unreached


@pytest.mark.parametrize(
    "said",
    [
        event("Bounce", Type="Transient"),
        event("Bounce", Type="SoftBounce"),
        event("Bounce", Type="DnsError"),
        event("Open"),
        event("Delivery"),
    ],
)
def test_what_may_pass_is_not_held_against_an_address(service, ana, said):
    service(said)
    ana.refresh_from_db()
    assert not ana.is_unreached


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "said",
    [
        event("SpamComplaint", Type="SpamComplaint"),
        event("SubscriptionChange", SuppressSending=True, SuppressionReason="ManualSuppression"),
    ],
)
def test_who_complains_or_unsubscribes_gets_no_mails_any_more(service, ana, said):
    GameWish.objects.create(user=ana, subject_id=12, channel=Channel.MAIL, frequency=Frequency.AT_ONCE)
    service(said)
    assert Destination.objects.get(user=ana, channel=Channel.MAIL).frequency == Frequency.NEVER
    assert not GameWish.objects.exists()


def test_mail_that_arrives_after_all_heals_the_address(service, ana):
    service(HARD)
    service(event("Delivery"))
    ana.refresh_from_db()
    assert not ana.is_unreached


def test_bounce_of_an_address_that_one_no_longer_has_says_nothing(service, ana):
    service(HARD)
    ana.email = "new@example.org"
    ana.save()
    assert not ana.is_unreached


def test_address_of_nobody_is_no_trouble(service, ana):
    assert service(event("Bounce", "stranger@example.org", Type="HardBounce")).status_code == 200
    ana.refresh_from_db()
    assert not ana.unreached_address


@pytest.mark.parametrize("secret", ["service:wrong", "", "service:", ":a long secret"])
def test_who_does_not_know_the_secret_is_refused(service, ana, secret):
    assert service(HARD, secret=secret).status_code == 400
    ana.refresh_from_db()
    assert not ana.is_unreached


def test_there_is_no_such_address_without_a_secret(client):
    assert client.post("/mail-service/").status_code == 404


def test_event_without_an_address_says_nothing(ana):
    bounces.hear(types.SimpleNamespace(recipient=None, event_type="bounced", reject_reason="bounced"))
    ana.refresh_from_db()
    assert not ana.is_unreached


@pytest.mark.postgresql
def test_mails_to_an_address_that_came_back_are_not_forgiven_by_another_one(ana, bob):
    bounces.came_back(ana.email)
    bounces.arrived(bob.email)
    ana.refresh_from_db()
    assert ana.is_unreached


def test_service_that_lacks_something_stops_the_start_and_says_what(settings):
    settings.EMAIL_BACKEND, settings.MAIL_SERVICE = "anymail.backends.postmark.EmailBackend", "postmark"
    settings.ANYMAIL = {}
    with pytest.raises(ImproperlyConfigured, match=r"EMAIL_URL lacks \?server_token=…"):
        mail_service.check()


def test_service_that_could_not_tell_of_mails_stops_the_start_and_says_why(settings):
    settings.EMAIL_BACKEND, settings.MAIL_SERVICE = "anymail.backends.postal.EmailBackend", "postal"
    settings.MAIL_SERVICE_SECRET = SECRET
    settings.ANYMAIL = {"POSTAL_API_KEY": "key", "POSTAL_API_URL": "https://postal.example/"}
    with pytest.raises(ImproperlyConfigured, match=r"EMAIL_URL lacks \?webhook_key=…"):
        mail_service.check()


def test_service_that_has_all_it_needs_is_fine(settings):
    settings.EMAIL_BACKEND, settings.MAIL_SERVICE = "anymail.backends.mailgun.EmailBackend", "mailgun"
    settings.ANYMAIL = {"MAILGUN_API_KEY": "key"}
    mail_service.check()


@pytest.mark.parametrize("service", ["brevo", "mailgun", "mandrill", "postal", "resend", "sparkpost", "unisender_go"])
def test_every_service_that_tells_of_mails_has_a_listener(service):
    assert callable(mail_service.listener(service))
