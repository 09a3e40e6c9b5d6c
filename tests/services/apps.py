"""Makes a site one to kill workers of: with alerts of its own, which soon come up again."""

from datetime import timedelta

from django.apps import AppConfig


class ServicesConfig(AppConfig):
    name = "tests.services"

    def ready(self) -> None:
        from notifications import delivery, kinds
        from tests.services import knocking

        delivery.LEASE = timedelta(seconds=4)
        kinds.register("knock", knocking.write_knock)
