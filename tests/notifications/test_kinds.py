"""What alerts say: kinds, and mails made from templates."""

import pytest
from django.utils import timezone

from notifications import kinds
from notifications.channels.mail import Letter
from notifications.kinds import Notice
from tests.factories import UserFactory


@pytest.fixture
def templates(settings, tmp_path):
    """A folder for templates of the kind "bell"."""
    ours, others = settings.TEMPLATES
    settings.TEMPLATES = [{**ours, "DIRS": [tmp_path, *ours["DIRS"]]}, others]
    folder = tmp_path / "notifications" / "bell"
    folder.mkdir(parents=True)
    (folder / "body.txt").write_text("\n{% if game %}\n\n{{ game }}\n{% endif %}\n\n\n{{ site_url }}/games/\n\n")
    (folder / "body.html").write_text("<p>{{ game }}</p>")
    return folder


def bell(title="Your turn", **context):
    return Notice("bell", title, "It rings.", "https://games.example/", "Open", context)


def write(notice):
    return Letter.of(notice, UserFactory.build(), "alert.1", now=timezone.now())


@pytest.mark.usefixtures("templates")
def test_letter_is_rendered_from_two_templates(settings):
    settings.SITE_URL = "https://games.example"
    letter = write(bell(game="Tom & Ana's"))
    assert letter.subject == "Your turn"
    assert letter.text == "Tom & Ana's\n\nhttps://games.example/games/\n"
    assert letter.html == "<p>Tom &amp; Ana&#39;s</p>"


@pytest.mark.usefixtures("templates")
def test_name_cannot_add_a_header_to_the_mail():
    letter = write(bell("Tom\r\nBcc: everybody@example.org: your turn"))
    assert letter.subject == "Tom Bcc: everybody@example.org: your turn"


def test_kind_has_one_builder():
    with pytest.raises(ValueError, match="already has a builder"):
        kinds.register("knock", lambda alert: None, "Knock")


def test_message_id_names_the_host_of_the_site(settings):
    settings.SITE_URL = "https://games.example:8443"
    assert kinds.message_id("game.1") == "<game.1@games.example>"


def test_mail_in_the_common_layout_leads_to_what_it_is_about():
    notice = Notice("notice", "Your turn", "Köln is waiting.", "https://games.example/games/1/", "Take your turn")
    html = write(notice).html
    assert 'href="https://games.example/games/1/"' in html
    assert "Take your turn</a>" in html
    assert "Köln is waiting.</p>" in html
