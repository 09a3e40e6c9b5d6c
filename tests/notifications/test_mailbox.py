"""The mailbox of a development site: mails as files, and the pages that show them."""

import re

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail
from django.urls import reverse, reverse_lazy

from notifications import mailbox
from tests.factories import UserFactory

MAILS = reverse_lazy("notifications:mails")


@pytest.fixture(autouse=True)
def kept_mails(settings, tmp_path):
    """Mails go to a folder of the test."""
    settings.EMAIL_BACKEND = "notifications.mailbox.Backend"
    settings.KEEPS_MAILS = True
    settings.MAIL_DIR = tmp_path / "mails"


def send(subject="Your turn", text="Köln is waiting.", to="ana@example.org", html=""):
    """Send a mail and answer what is then kept of it."""
    mail = EmailMultiAlternatives(subject, text, to=[to])
    if html:
        mail.attach_alternative(html, "text/html")
    mail.send()
    return next(mailbox.mails())


def page(mail, view="mail"):
    return reverse(f"notifications:{view}", args=[mail.id])


def test_mail_is_kept_as_a_file_that_any_mail_program_opens(settings):
    mail = send()
    assert b"Subject: Your turn" in (settings.MAIL_DIR / f"{mail.id}.eml").read_bytes()


def test_mail_reads_as_it_was_sent():
    mail = send("Grüße aus Köln", "Ein Haus.\n", html="<p>Ein Haus in Köln.</p>")
    assert (mail.subject, mail.text, mail.addresses) == ("Grüße aus Köln", "Ein Haus.\n", ["ana@example.org"])
    assert mail.html.strip() == "<p>Ein Haus in Köln.</p>"


def test_mail_without_html_has_an_empty_html_part():
    assert send().html == ""


def test_backend_counts_what_it_kept():
    assert send_mail("Hello", "", None, ["ana@example.org"]) == 1


def test_newest_mail_comes_first():
    for number in range(3):
        send(f"Mail {number}")
    assert [mail.subject for mail in mailbox.mails()] == ["Mail 2", "Mail 1", "Mail 0"]


def test_oldest_mails_are_thrown_away(monkeypatch):
    monkeypatch.setattr(mailbox, "KEPT", 2)
    for number in range(3):
        send(f"Mail {number}")
    assert [mail.subject for mail in mailbox.mails()] == ["Mail 2", "Mail 1"]


def test_file_that_is_no_mail_of_ours_is_left_alone(settings):
    send()
    (settings.MAIL_DIR / "notes.eml").write_text("mine")
    assert [mail.subject for mail in mailbox.mails()] == ["Your turn"]


@pytest.mark.django_db
@pytest.mark.parametrize("view", ["mails", "mail", "mail_html"])
def test_site_that_really_sends_mails_has_no_mailbox(view, client, settings):
    mail = send(html="<p>Hello</p>")
    settings.KEEPS_MAILS = False
    assert client.get(MAILS if view == "mails" else page(mail, view)).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("view", ["mails", "mail", "mail_html"])
def test_mailbox_can_only_be_read(view, client):
    mail = send(html="<p>Hello</p>")
    assert client.post(MAILS if view == "mails" else page(mail, view)).status_code == 405


@pytest.mark.django_db
def test_empty_mailbox_says_so(client):
    assert "No mail has been sent yet." in client.get(MAILS).content.decode()


@pytest.mark.django_db
def test_visitor_sees_all_mails(client):
    send("For Ana", to="ana@example.org")
    send("For Bob", to="bob@example.org")
    shown = client.get(MAILS).content.decode()
    assert "For Ana" in shown
    assert "For Bob" in shown


@pytest.mark.django_db
def test_player_sees_their_own_mails_at_first(client):
    client.force_login(UserFactory(name="Ana"))
    send("For Ana", to="Ana@Example.org")
    send("For Bob", to="bob@example.org")
    shown = client.get(MAILS).content.decode()
    assert "For Ana" in shown
    assert "For Bob" not in shown
    assert "For Bob" in client.get(MAILS, {"to": ""}).content.decode()


@pytest.mark.django_db
def test_mails_are_found_by_address(client):
    send("For Ana", to="ana@example.org")
    send("For Bob", to="bob@example.org")
    shown = client.get(MAILS, {"to": " bob@example.org "}).content.decode()
    assert "For Bob" in shown
    assert "For Ana" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["dian", "ANA", "example.org", "@example", "diana@exa"])
def test_mails_are_found_by_part_of_an_address(client, part):
    send("For Diana", to="diana@example.org")
    assert "For Diana" in client.get(MAILS, {"to": part}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["ana@example.org", "a@"])
def test_the_end_of_an_address_is_not_taken_for_ones_own(client, end):
    send("For Diana", to="diana@example.org")
    shown = client.get(MAILS, {"to": end}).content.decode()
    assert "For Diana" not in shown
    assert f"No mail to “{end}” has been sent yet." in shown


@pytest.mark.django_db
def test_older_mails_are_one_page_further(client, monkeypatch):
    monkeypatch.setattr("notifications.views.mailbox.PAGE", 2)
    for number in range(3):
        send(f"Mail {number}")
    first = client.get(MAILS).content.decode()
    assert "Mail 1" in first
    assert "Mail 0" not in first

    (older,) = re.findall(r'href="(\?before=[^"]+)"', first)
    second = client.get(MAILS + older).content.decode()
    assert "Mail 0" in second
    assert "Mail 1" not in second
    assert "?before=" not in second


@pytest.mark.django_db
def test_link_in_a_text_can_be_followed(client):
    mail = send(text="Confirm: http://localhost:8000/accounts/confirm-email/MQ:1x-Y_z/\n")
    shown = client.get(page(mail)).content.decode()
    assert 'href="http://localhost:8000/accounts/confirm-email/MQ:1x-Y_z/"' in shown


@pytest.mark.django_db
def test_hostile_mail_is_shown_as_what_it_says(client):
    script = "<script>alert(1)</script>"
    mail = send(
        f"{script} & more", f'{script} http://x.example/"onclick="alert(1)', to='"<b>Ana</b>" <ana@example.org>'
    )
    for address in (MAILS, page(mail)):
        shown = client.get(address).content.decode()
        assert "alert(1)</script>" not in shown
        assert "<b>Ana" not in shown
        assert '"onclick=' not in shown
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    "mail_id",
    ["nothing", "20260101-000000000000-00000000", "..%2fdb", "../../etc/passwd", "20260101-000000000000-0000000g"],
)
def test_mail_that_is_not_there_is_not_found(mail_id, client, settings):
    settings.MAIL_DIR.mkdir()
    (settings.MAIL_DIR.parent / "db.eml").write_text("Subject: secret\n\n")
    assert client.get(f"{MAILS}{mail_id}/").status_code == 404
    assert client.get(f"{MAILS}{mail_id}/html/").status_code == 404


@pytest.mark.parametrize("mail_id", ["../db", "/etc/passwd", "", "nothing", "२०२६0101-000000000000-00000000"])
def test_id_that_is_none_finds_nothing(mail_id, settings):
    settings.MAIL_DIR.mkdir()
    (settings.MAIL_DIR.parent / "db.eml").write_text("Subject: secret\n\n")
    assert mailbox.find(mail_id) is None


@pytest.mark.django_db
def test_html_is_shown_in_a_frame_that_can_do_nothing(client):
    mail = send(html="<!doctype html><html><head><title>Hello</title></head><body style='color: red'></body></html>")
    shown = client.get(page(mail)).content.decode()
    assert f'src="{page(mail, "mail_html")}"' in shown
    assert 'sandbox="allow-top-navigation-by-user-activation"' in shown

    framed = client.get(page(mail, "mail_html"))
    assert "default-src 'none'" in framed["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
    assert framed["X-Frame-Options"] == "SAMEORIGIN"
    assert '<head><base target="_top">' in framed.content.decode()


@pytest.mark.django_db
def test_page_of_a_mail_without_html_has_no_frame(client):
    mail = send()
    assert "<iframe" not in client.get(page(mail)).content.decode()
    assert client.get(page(mail, "mail_html")).status_code == 404
