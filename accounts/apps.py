from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from accounts import (
            belongings,
            guests,  # noqa: F401  (listens for confirmed addresses)
            personal,
            two_steps,  # noqa: F401  (listens for new second steps)
        )

        belongings.register(personal)
