"""What mail services say, and what is made of it."""

import smtplib

import pytest
import requests
from anymail.exceptions import (
    AnymailAPIError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
)

from notifications.channels import mail_connection
from notifications.channels.faults import DeliveryRefused, OutOfReach, Passing
from notifications.channels.mail_connection import NoLine


def refused(code, words):
    return smtplib.SMTPRecipientsRefused({"ana@example.org": (code, words)})


def answer(status):
    response = requests.Response()
    response.status_code = status
    return response


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (refused(550, b"5.1.1 No such user ana@example.org"), DeliveryRefused),
        (refused(550, b"no such user"), DeliveryRefused),
        (refused(554, b"5.1.10 ana@example.org: null MX"), DeliveryRefused),
        (refused(550, b"5.2.1 ana@example.org is shut"), DeliveryRefused),
        (refused(450, b"4.2.2 ana@example.org is full"), Passing),
        (refused(552, b"5.2.2 ana@example.org is full"), Passing),
        (refused(552, b"ana@example.org is full"), Passing),
        (refused(452, b"too many recipients"), Passing),
        (refused(503, b"5.5.1 MAIL first"), Passing),
        (refused(550, b"5.1.8 sender rejected"), Passing),
        (refused(554, b"go away"), Passing),
        (refused(550, b"5.7.1 Relaying denied"), Passing),
        (refused(554, b" 5.7.26 looks like spam"), Passing),
        (smtplib.SMTPSenderRefused(550, b"who are you?", "games@example.org"), Passing),
        (smtplib.SMTPDataError(554, b"5.6.0 I do not like it"), Passing),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), Passing),
        (smtplib.SMTPServerDisconnected("gone"), Passing),
        (ConnectionRefusedError(), Passing),
        (NoLine(ConnectionRefusedError()), OutOfReach),
        (NoLine(smtplib.SMTPAuthenticationError(535, b"who is ana@example.org?")), OutOfReach),
        (TimeoutError(), Passing),
        (AnymailRequestsAPIError("busy", response=answer(429)), Passing),
        (AnymailRequestsAPIError("ana@example.org: wrong key", response=answer(401)), Passing),
        (AnymailAPIError("ana@example.org"), Passing),
        (AnymailRecipientsRefused(), DeliveryRefused),
        (AnymailInvalidAddress("ana@example.org"), DeliveryRefused),
    ],
)
def test_fault_is_told_apart_and_without_the_address(fault, kind):
    with pytest.raises(kind) as told, mail_connection.told_apart():
        raise fault
    assert "ana@" not in told.value.note
    assert told.value.note


@pytest.mark.parametrize(
    ("fault", "was_asked"), [(AnymailRecipientsRefused(), True), (AnymailInvalidAddress("ana@example.org"), False)]
)
def test_address_that_cannot_be_read_is_not_what_the_service_said(fault, was_asked):
    with pytest.raises(DeliveryRefused) as told, mail_connection.told_apart():
        raise fault
    assert told.value.was_asked is was_asked


def test_mistake_of_ours_stays_one():
    with pytest.raises(ZeroDivisionError), mail_connection.told_apart():
        raise ZeroDivisionError


def test_code_of_a_refusal_is_noted():
    with pytest.raises(DeliveryRefused, match="recipient refused: 550"), mail_connection.told_apart():
        raise refused(550, b"5.1.1 No such user")
