"""The words of mails: every sentence can be translated, and every link works for whoever holds the mail."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.utils import translation

from powergrid import jinja
from tests.notifications import specimens

pytestmark = pytest.mark.django_db

OPEN, CLOSE = "⟦", "⟧"
TRANSLATED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
ADDRESS = re.compile(rf"https?://[^\s{CLOSE}]+")
NAMES = {"powergrid", "Ana", "Bob", "Cid"}


@pytest.fixture
def _marked(monkeypatch):
    """Every sentence that goes through translation is put into brackets."""

    def mark(words: str) -> str:
        return f"{OPEN}{words}{CLOSE}" if words else words

    translations = translation._trans
    monkeypatch.setattr(translations, "gettext", lambda words: mark(words))
    monkeypatch.setattr(translations, "pgettext", lambda context, words: mark(words))
    monkeypatch.setattr(translations, "ngettext", lambda one, many, count: mark(one if count == 1 else many))
    monkeypatch.setattr(jinja, "_without_gaps", jinja._without_gaps.__wrapped__)  # which remembers what they were


class Words(HTMLParser):
    """What somebody reads of a piece of HTML, or hears of its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.is_hidden = False

    @classmethod
    def of(cls, html: str) -> str:
        reader = cls()
        reader.feed(html)
        return "\n".join(reader.found)

    def handle_starttag(self, tag, attributes) -> None:
        self.is_hidden = tag == "style"
        self.found += [value for name, value in attributes if name == "alt"]

    def handle_endtag(self, tag) -> None:
        self.is_hidden = False

    def handle_data(self, text) -> None:
        if not self.is_hidden:
            self.found.append(text)


def untranslated(text: str) -> list[str]:
    """Words outside of brackets, but for names."""
    text = ADDRESS.sub("", text)
    while TRANSLATED.search(text):
        text = TRANSLATED.sub("", text)
    return [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in NAMES]


def test_every_sentence_of_mails_can_be_translated(request):
    alerts = specimens.alerts()
    request.getfixturevalue("_marked")
    for subject, letter in specimens.letters(alerts).items():
        for text in (letter.subject, letter.text, Words.of(letter.html)):
            assert untranslated(text) == [], f"{subject}: {text}"


def test_every_link_of_mails_works_without_logging_in(client):
    for subject, letter in specimens.letters(specimens.alerts()).items():
        for address in ADDRESS.findall(letter.text):
            answer = client.get(address, follow=True)
            assert answer.status_code == 200, f"{subject}: {address}"


def test_text_of_a_mail_leads_wherever_its_html_does():
    for subject, letter in specimens.letters(specimens.alerts()).items():
        in_html = {unescape(address) for address in re.findall(r'href="([^"]+)"', letter.html)}
        assert in_html - {settings.SITE_URL} <= set(ADDRESS.findall(letter.text)), subject
