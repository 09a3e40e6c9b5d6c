"""The line to the mail service: one for many mails, and a new one where the old one is dead."""

import smtplib
import ssl

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.core.mail import EmailMessage

from notifications.channels import mail_connection


class Service:
    """A mail service that counts lines and mails, and hangs up after so many mails on a line."""

    def __init__(self):
        self.lines = 0
        self.subjects = []
        self.texts = []
        self.mails_a_line = 1000
        self.takes_texts = True

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802
        self.lines += 1
        session.host_name = hostname
        session.mails = 0
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        if session.mails >= self.mails_a_line:
            return "421 Too many mails on this line"
        session.mails += 1
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.startswith("nobody"):
            return "550 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        headers, text = envelope.content.decode().split("\r\n\r\n", 1)
        self.texts.append(text)
        self.subjects += [line[9:] for line in headers.splitlines() if line.startswith("Subject: ")]
        return "250 OK"


class Server(SMTP):
    """Closes a line as it says so: with 421."""

    async def push(self, status):
        await super().push(status)
        if status.startswith("421"):
            self.transport.close()

    async def smtp_DATA(self, arg):  # noqa: N802
        if self.event_handler.takes_texts:
            await super().smtp_DATA(arg)
        else:
            await self.push("451 Too busy")


class Listening(Controller):
    """Listens at any free port."""

    def factory(self):
        return Server(self.handler)

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@pytest.fixture
def service(settings):
    """A mail service on this machine, which the site sends its mails to."""
    listening = Listening(Service(), hostname="127.0.0.1", port=0)
    listening.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", listening.port
    yield listening.handler
    listening.stop()


def send(subject, to="ana@example.org"):
    mail_connection.send(EmailMessage(subject, "Köln is waiting.", to=[to]))


def test_mails_of_a_drain_go_over_one_line(service):
    with mail_connection.kept():
        for number in range(5):
            send(f"Mail {number}")
    assert service.subjects == [f"Mail {number}" for number in range(5)]
    assert service.lines == 1


@pytest.mark.parametrize("text", [".", ".\n..\n. a\n\n.b", "a\n.", "a\n.\n", "..\n\n\n"])
def test_lines_that_begin_with_dots_arrive_as_they_are(service, text):
    mail_connection.send(EmailMessage("Dots", text, to=["ana@example.org"]))
    assert service.texts == [text.replace("\n", "\r\n").removesuffix("\r\n") + "\r\n"]


def test_encrypted_line_is_one_from_the_beginning(service, settings, monkeypatch):
    encrypted = []

    def wrap(context, line, **options):
        encrypted.append(options["server_hostname"])
        return line

    settings.EMAIL_USE_SSL = True
    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", wrap)
    send("Secret")
    assert (encrypted, service.subjects) == (["127.0.0.1"], ["Secret"])


def test_service_that_wants_no_text_is_heard(service):
    service.takes_texts = False
    with pytest.raises(smtplib.SMTPDataError, match="Too busy"):
        send("Lost")
    assert service.subjects == []


def test_single_mail_has_a_line_of_its_own(service):
    send("One")
    send("Two")
    assert service.lines == 2


def test_service_that_hangs_up_after_some_mails_gets_all_of_them_once(service):
    service.mails_a_line = 2
    with mail_connection.kept():
        for number in range(5):
            send(f"Mail {number}")
    assert service.subjects == [f"Mail {number}" for number in range(5)]
    assert service.lines == 3


def test_recipient_who_is_refused_stops_no_other(service):
    with mail_connection.kept():
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            send("Lost", to="nobody@example.org")
        send("Found")
    assert service.subjects == ["Found"]


def test_drain_without_mails_opens_no_line(service):
    with mail_connection.kept():
        pass
    assert service.lines == 0
