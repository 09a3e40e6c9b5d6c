from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from matchmaking import talking
        from talk import rooms

        rooms.register(talking)
