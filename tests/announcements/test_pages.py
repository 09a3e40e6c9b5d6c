import pytest
from django.conf import settings as django_settings
from django.urls import reverse

from announcements import said
from announcements.models import Page
from notifications import tasks
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SUBJECTS = ["privacy", "imprint", "contact"]


def write(subject, text):
    Page.objects.create(subject=subject, text=text)
    said.forget()


def footer(client):
    page = html_of(client.get(reverse("games:rules")))
    return page[page.index("site-footer") :]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_page_is_there_and_in_the_footer_once_it_has_a_text(client, subject):
    said.forget()
    address = reverse(f"announcements:{subject}")
    assert client.get(address).status_code == 404
    assert address not in footer(client)
    write(subject, "Written by hand.")
    assert "Written by hand." in words_of(client.get(address))
    assert address in footer(client)


def test_text_has_headings_lists_and_links_and_no_html_of_its_own(client):
    write("imprint", "# Who we are\nAna <script>alert(1)</script>\n\n- https://example.org/a\n- help@example.org")
    page = html_of(client.get(reverse("announcements:imprint")))
    assert "<h2>Who we are</h2>" in page
    assert "&lt;script&gt;" in page
    assert '<li><a href="https://example.org/a"' in page
    assert '<a href="mailto:help@example.org">' in page


def test_an_address_from_the_settings_is_enough_to_be_reached(client, settings):
    settings.CONTACT_ADDRESS = "help@games.example"
    said.forget()
    assert reverse("announcements:contact") in footer(client)
    assert 'href="mailto:help@games.example"' in html_of(client.get(reverse("announcements:contact")))


def test_first_form_has_a_draft_on_privacy_and_the_next_ones_are_empty(admin_client):
    first = admin_client.get(reverse("admin:announcements_page_add")).context["adminform"].form.initial
    assert first["subject"] == "privacy"
    answer = admin_client.post(reverse("admin:announcements_page_add"), first)
    assert answer.status_code == 302
    assert "# Your account" in Page.objects.get().text
    assert reverse("announcements:privacy") in footer(admin_client)
    second = admin_client.get(reverse("admin:announcements_page_add")).context["adminform"].form.initial
    assert (second["subject"], second["text"]) == ("imprint", "")


def test_draft_on_privacy_tells_the_periods_that_hold(admin_client):
    draft = admin_client.get(reverse("admin:announcements_page_add")).context["adminform"].form.initial["text"]
    assert f"{django_settings.SESSION_COOKIE_AGE // 86400} days after your last visit" in draft
    assert f"not been here for {django_settings.KEEP_GUESTS.days} days" in draft
    assert f"after {django_settings.KEEP_UNCONFIRMED.days} days" in draft
    assert "for two months" in draft
    assert tasks.KEPT.days == 60
    assert "&" not in draft


def test_there_is_one_page_for_each_subject(admin_client):
    for subject in SUBJECTS:
        write(subject, "Text")
    assert admin_client.get(reverse("admin:announcements_page_add")).status_code == 403
