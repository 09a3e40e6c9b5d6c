"""``manage.py vapid_key``: what VAPID_PRIVATE_KEY can be set to."""

from typing import Any

from django.core.management import BaseCommand

from notifications import vapid


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY. Browsers that get messages under another one have to be turned on again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(vapid.new_key())
