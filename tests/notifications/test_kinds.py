"""What alerts say: builders, and messages made from templates."""

import pytest
from django.template import Context, Engine

from notifications import kinds
from notifications.kinds import Message


@pytest.fixture
def templates(settings, tmp_path):
    """A folder for templates of the kind "bell"."""
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    folder = tmp_path / "notifications" / "bell"
    folder.mkdir(parents=True)
    (folder / "subject.txt").write_text("{{ game }}:\n  your turn\n")
    (folder / "body.txt").write_text("\n{% if game %}\n\n{{ game }}\n{% endif %}\n\n\n{{ site_url }}/games/\n\n")
    (folder / "body.html").write_text("<p>{{ game }}</p>")
    return folder


@pytest.mark.usefixtures("templates")
def test_message_is_rendered_from_three_templates(settings):
    settings.SITE_URL = "https://games.example"
    message = Message.from_templates("bell", {"game": "Tom & Ana's"}, {"References": "<game.1@games.example>"})
    assert message == Message(
        subject="Tom & Ana's: your turn",
        text="Tom & Ana's\n\nhttps://games.example/games/\n",
        html="<p>Tom &amp; Ana&#x27;s</p>",
        headers={"References": "<game.1@games.example>"},
    )


@pytest.mark.usefixtures("templates")
def test_name_cannot_add_a_header_to_the_mail():
    message = Message.from_templates("bell", {"game": "Tom\r\nBcc: everybody@example.org"})
    assert message.subject == "Tom Bcc: everybody@example.org: your turn"


def test_kind_has_one_builder():
    with pytest.raises(ValueError, match="already has a builder"):
        kinds.register("knock", lambda alert: None)


def test_message_id_names_the_host_of_the_site(settings):
    settings.SITE_URL = "https://games.example:8443"
    assert kinds.message_id("game.1") == "<game.1@games.example>"


def test_mail_in_the_common_layout_leads_to_what_it_is_about():
    turn = """{% extends "notifications/base.html" %}
      {% block heading %}Your turn{% endblock %}
      {% block content %}<p>Köln is waiting.</p>{% endblock %}
      {% block button_url %}{{ site_url }}/games/1/{% endblock %}
      {% block button %}Take your turn{% endblock %}"""
    html = Engine.get_default().from_string(turn).render(Context({"site_url": "https://games.example"}))
    assert 'href="https://games.example/games/1/"' in html
    assert "Take your turn</a>" in html
    assert "<p>Köln is waiting.</p>" in html
