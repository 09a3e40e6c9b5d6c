"""The mails about accounts, as HTML."""

import re

import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template
from django.test import RequestFactory
from django.urls import reverse

from accounts import mails
from accounts.mails import add_html
from tests.accounts.mails import html_of, link_in

pytestmark = pytest.mark.django_db


def mail(body: str) -> EmailMultiAlternatives:
    made = EmailMultiAlternatives("Please confirm", body, to=["ana@example.org"])
    add_html(made)
    return made


def test_every_mail_about_an_account_comes_as_html_too(client, ana, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": ana.email})
    (sent,) = mailoutbox
    html = html_of(sent)
    assert "Choose a new password" in html
    assert f'{link_in(sent)}" class="button"' in html
    assert "Your password stays as it is" in " ".join(html.split())


def test_mail_about_an_account_is_numbered_by_the_site_and_not_by_the_machine(client, ana, mailoutbox, settings):
    settings.SITE_URL = "https://games.example"
    for _ in range(2):
        client.post(reverse("account_reset_password"), {"email": ana.email})
    numbers = {sent.message()["Message-ID"] for sent in mailoutbox}
    assert len(numbers) == 2
    assert all(re.fullmatch(r"<[^@\s]+@games\.example>", number) for number in numbers)


def test_link_of_its_own_becomes_a_button_and_can_be_read_as_well():
    html = html_of(mail("Open this:\n\nhttps://example.org/a?b=1&c=2\n\nThat is all."))
    address = "https://example.org/a?b=1&amp;c=2"
    assert f'href="{address}"' in html
    assert f">{address}</p>" in html
    assert "That is all." in html


def test_link_within_a_sentence_stays_words():
    assert 'href="https://example.org/a"' not in html_of(mail("Look at https://example.org/a for more."))


def test_signature_comes_last_in_one_line():
    assert "powergrid · example.org" in html_of(mail("Hello,\n\nwelcome.\n\n-- \npowergrid\nexample.org"))


def test_what_people_wrote_is_text():
    assert "&lt;b&gt;Eve&lt;/b&gt;" in html_of(mail("Hello <b>Eve</b>,"))


def test_mail_without_links_has_no_button():
    assert 'class="button"' not in html_of(mail("Hello Ana,\n\nwelcome."))


def test_mail_about_an_account_leads_nowhere_but_to_the_site():
    """Nobody can stop these mails, as nobody asked for them without wanting one."""
    html = html_of(mail("Hello Ana,\n\nwelcome."))
    assert "<title>Please confirm</title>" in html
    assert re.findall(r'href="(.*?)"', html) == [settings.SITE_URL]


OWN_MAILS = {"account/email/account_deleted", "account/email/way_added"}
"""Of which django-allauth knows nothing."""


@pytest.mark.parametrize(
    "name", [*mails.MESSAGES, *(f"{mail}_subject.txt" for mail in sorted(mails.SUBJECTS.keys() - OWN_MAILS))]
)
def test_words_are_for_what_django_allauth_says(name):
    assert "allauth" in get_template(name).origin.name


@pytest.mark.parametrize("name", mails.SUBJECTS)
def test_mail_with_a_subject_has_a_text(name):
    assert name in mails.CHANGES or get_template(f"{name}.txt").backend.name == "jinja2"


def test_message_is_as_people_are_called(client, ana):
    ana.name = "Tom &amp; {user} %s"
    request = RequestFactory().get("/")
    request.session = client.session
    request._messages = FallbackStorage(request)
    get_adapter().add_message(request, messages.SUCCESS, "account/messages/logged_in.txt", {"user": ana})
    assert [str(message) for message in messages.get_messages(request)] == ["Good to see you, Tom &amp; {user} %s!"]
