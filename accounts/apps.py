from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import guests  # noqa: F401  (listens for confirmed addresses)
