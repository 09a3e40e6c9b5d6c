from django.apps import AppConfig


class TalkConfig(AppConfig):
    name = "talk"

    def ready(self) -> None:
        from accounts import belongings
        from talk import personal_data

        belongings.register(personal_data)
