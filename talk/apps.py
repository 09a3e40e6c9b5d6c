from django.apps import AppConfig


class TalkConfig(AppConfig):
    name = "talk"

    def ready(self) -> None:
        from accounts import belongings
        from talk import authors

        belongings.register(authors)
