"""``manage.py maintenance on SENTENCE`` or ``off``: the switch of the admin, for a terminal."""

from datetime import datetime
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from announcements import maintenance
from announcements.models import LONGEST_SENTENCE


class Command(BaseCommand):
    help = "Turn maintenance on or off. Meanwhile nothing can be changed. Without arguments, say whether it is on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("switch", nargs="?", choices=["on", "off"])
        parser.add_argument("sentence", nargs="?", default="", help="what all visitors read meanwhile")
        parser.add_argument("--until", help="when you expect it to end, such as 2026-05-01T18:00Z")

    def handle(self, *args: Any, switch: str | None, sentence: str, until: str | None, **options: Any) -> None:
        now = timezone.now()
        match switch:
            case "on":
                begun = maintenance.begin(_sentence(sentence), expected_until=_moment(until, now), now=now)
                self.stdout.write(f"On since {begun.began_at:%Y-%m-%d %H:%M} UTC: {begun.sentence}")
            case "off":
                is_ended = maintenance.end(now=timezone.now())
                self.stdout.write("Off: all clocks go on where they stood." if is_ended else "It was off already.")
            case _:
                current = maintenance.current()
                self.stdout.write(f"On since {current.began_at:%Y-%m-%d %H:%M} UTC." if current else "Off.")


def _sentence(sentence: str) -> str:
    tidy = " ".join(sentence.split())
    if not 0 < len(tidy) <= LONGEST_SENTENCE:
        raise CommandError(f"Say in a sentence of at most {LONGEST_SENTENCE} characters why nothing can be changed.")
    return tidy


def _moment(text: str | None, now: datetime) -> datetime | None:
    """When it ends, in UTC where the text names no zone."""
    if text is None:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:  # well formed but impossible, such as 31 February
        moment = None
    if moment is None:
        raise CommandError(f"{text} is not a time. Write it like 2026-05-01T18:00Z.")
    moment = moment if timezone.is_aware(moment) else timezone.make_aware(moment)
    if moment <= now:
        raise CommandError(f"{text} has passed. Choose a later time.")
    return moment
