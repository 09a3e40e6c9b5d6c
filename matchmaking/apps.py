from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import belongings
        from matchmaking import sitting, talking
        from talk import rooms

        belongings.register(sitting)
        rooms.register(talking)
