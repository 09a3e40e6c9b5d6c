from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import bans, belongings
        from matchmaking import notices, sitting, talking
        from matchmaking.ratings import following
        from talk import rooms

        notices.register_all()
        belongings.register(sitting)
        belongings.register(following)
        bans.register(sitting.get_up)
        rooms.register(talking)
