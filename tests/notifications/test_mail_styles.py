"""What mails look like: one style sheet, in the colours of the site."""

import re

from django.conf import settings
from django.template import engines

from notifications import mail_styles
from tests.notifications import specimens

TEMPLATES = settings.BASE_DIR / "templates"

GMAIL_CUTS_AT = 100_000
"""Characters of HTML, after which Gmail folds the rest away."""


def test_element_has_its_class_and_its_style_in_the_light_colours():
    button = engines["jinja2"].from_string('<a {{ look("button") }}>').render()
    assert button.startswith('<a class="button" style="color: #ffffff; display: inline-block; ')


def test_what_is_different_in_the_dark_stands_in_the_head_and_overrules_the_element():
    (dark,) = re.findall(r"prefers-color-scheme: dark\) \{\n(.*?)\n\}", mail_styles.sheet(), re.DOTALL)
    assert ".button { color: #03201c !important; }" in dark.splitlines()
    assert all(line.startswith(".") and "var(" not in line for line in dark.splitlines())


def test_no_style_is_left_without_its_colour():
    for name in rules():
        assert "var(" not in mail_styles.style(name)
        assert '"' not in mail_styles.style(name)


def test_every_rule_is_used_and_every_look_has_a_rule():
    used = {
        name for path in TEMPLATES.rglob("*.html") for name in re.findall(r"\blook\(['\"]([\w-]+)", path.read_text())
    }
    assert used == set(rules())


def test_mails_are_short_enough_to_be_shown_whole(db):
    for subject, letter in specimens.letters(specimens.alerts()).items():
        assert len(letter.html) < GMAIL_CUTS_AT / 4, subject


def rules() -> list[str]:
    return re.findall(r"^\.([\w-]+) \{", (TEMPLATES / "notifications" / "mail.css").read_text(), re.MULTILINE)
