"""Only this site can say what a link is for."""

import pytest
from django.core import signing
from django.test import override_settings

from games.alerts.action_links.tickets import Kind, NoTicket, Ticket, read, write

TICKET = Ticket(Kind.DECLINE, game=12, seat=1, user=5, sequence=44)


def test_ticket_reads_as_it_was_written():
    renewal = Ticket(Kind.RENEW, game=12, seat=1, user=5, sequence=44, given_at=1_790_000_000_123_456)
    assert read(write(TICKET)) == TICKET
    assert read(write(renewal)) == renewal


def test_ticket_is_a_short_part_of_an_address():
    token = write(TICKET)
    assert len(token) < 100
    assert token.replace(".", "").replace("-", "").replace("_", "").isalnum()


def test_no_letter_of_it_can_be_changed():
    token = write(TICKET)
    for place, letter in enumerate(token):
        forged = token[:place] + ("A" if letter != "A" else "B") + token[place + 1 :]
        with pytest.raises(NoTicket):
            read(forged)


@pytest.mark.parametrize("token", ["", ".", "..", "token", "a.b", "ä.ö", "\x00.\x00", "W" * 10_000, "." * 10_000])
def test_what_was_never_signed_is_refused(token: str):
    with pytest.raises(NoTicket):
        read(token)


@pytest.mark.parametrize("salt", ["", "games", "notifications.stop", "django.core.signing", "games.action_links2"])
def test_what_was_signed_for_something_else_is_refused(salt: str):
    content = ["decline", 12, 1, 5, 44, 0]
    with pytest.raises(NoTicket):
        read(signing.Signer(salt=salt, sep=".").sign_object(content))
    with pytest.raises(NoTicket):
        read(signing.dumps(content, salt="games.action_links"))


def test_what_was_signed_with_another_key_is_refused():
    with override_settings(SECRET_KEY="somebody else's"):
        foreign = write(TICKET)
    with pytest.raises(NoTicket):
        read(foreign)


@pytest.mark.parametrize(
    "content",
    [[], {}, "decline", ["win", 12, 1, 5, 44], ["decline", "12", 1, 5, 44], ["decline", 12], [*range(9)], None],
)
def test_what_is_signed_and_still_no_ticket_is_refused(content: object):
    signed = signing.Signer(salt="games.action_links", sep=".").sign_object(content)
    with pytest.raises(NoTicket):
        read(signed)
