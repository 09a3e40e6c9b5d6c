"""Makes a site one to kill workers of: with alerts of its own, which soon come up again, as games do."""

from datetime import timedelta

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class ServicesConfig(AppConfig):
    name = "tests.services"

    def ready(self) -> None:
        from games.clock import due
        from games.turns import thinking
        from notifications import delivery, kinds, worker
        from tests.services import knocking, stalling

        delivery.LEASE = worker.LEASE = due.CLAIM = timedelta(seconds=4)
        thinking.MARGIN = timedelta(seconds=2)
        connection_created.connect(stalling.watch)
        kinds.register("knock", knocking.write_knock, "Knock")
