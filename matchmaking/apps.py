from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import bans, belongings
        from matchmaking import notices, personal_data, table_talk
        from matchmaking.ratings import personal_data as ratings
        from talk import rooms

        notices.register_all()
        belongings.register(personal_data)
        belongings.register(ratings)
        bans.register(personal_data.leave_all)
        rooms.register(table_talk)
