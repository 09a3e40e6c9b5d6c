"""Makes the alerts known by which the tests of this folder kill workers."""

from django.apps import AppConfig


class ServicesConfig(AppConfig):
    name = "tests.services"

    def ready(self) -> None:
        from notifications import kinds
        from tests.services import knocking

        kinds.register("knock", knocking.write_knock)
