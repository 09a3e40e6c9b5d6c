"""Alerts to kill workers by: a kind of their own, and a mail service that stalls when told to.

``python -m tests.services.knocking 1 20`` owes two users the alerts 1 to 20 in turn, as only one worker at a time
sends to each of them. With an address behind, each is owed to a user of its own, by mail and by a webhook at
that address.
"""

import sys
from collections.abc import Sequence

import django
from django.core.mail import EmailMessage

if __name__ == "__main__":
    django.setup()

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notifications import hooks, mailbox, outbox
from notifications.kinds import Notice
from notifications.models import Alert, Channel
from tests.services.stalling import stall


def write_knock(alert: Alert) -> Notice:
    return Notice("notice", f"Knock {alert.sequence}", "Somebody is at the door.", "https://games.example/", "Open")


class StallingBackend(mailbox.Backend):
    """Keeps mails, but stalls before or after each while told to."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            stall("before", str(mail.subject))
            super().send_messages([mail])
            stall("after", str(mail.subject))
        return len(email_messages)


def owe(first: int, last: int, hook: str) -> None:
    people = [_person(name) for name in ("Ana", "Bob")]
    if hook:
        people = [_person(f"Person {number}") for number in range(first, last + 1)]
        now = timezone.now()
        for person in people:
            hooks.add(person, Channel.WEBHOOK, hook, "", now=now)
    for number in range(first, last + 1):
        with transaction.atomic():
            outbox.tell([people[number % len(people)]], "knock", 1, number, now=timezone.now())


def _person(name: str) -> User:
    address = f"{name.lower().replace(' ', '.')}@example.org"
    user, is_new = User.objects.get_or_create(name=name, email=address)
    if is_new:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


if __name__ == "__main__":
    owe(int(sys.argv[1]), int(sys.argv[2]), hook="".join(sys.argv[3:]))
