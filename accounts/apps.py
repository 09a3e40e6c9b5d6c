from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from accounts import belongings, guests, personal_data, two_steps  # noqa: F401  (two of them listen for signals)

        belongings.register(personal_data)
