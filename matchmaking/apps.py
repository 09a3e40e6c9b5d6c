from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import bans, belongings
        from matchmaking import notices, personal_data, table_talk
        from talk import rooms

        notices.register_all()
        belongings.register(personal_data)
        bans.register(personal_data.leave_all)
        rooms.register(table_talk)
