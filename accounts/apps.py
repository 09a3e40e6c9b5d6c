from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import (
            belongings,
            guests,  # noqa: F401  (listens for confirmed addresses)
            personal,
        )

        belongings.register(personal)
