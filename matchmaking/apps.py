from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import belongings
        from matchmaking import notices, sitting, talking
        from matchmaking.ratings import following
        from talk import rooms

        notices.register_all()
        belongings.register(sitting)
        belongings.register(following)
        rooms.register(talking)
