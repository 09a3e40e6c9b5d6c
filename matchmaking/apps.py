from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"

    def ready(self) -> None:
        from accounts import bans, belongings, names
        from matchmaking import invitations, notices, personal_data, table_talk
        from matchmaking.models import BOT_NAMES
        from notifications import outgoing
        from talk import rooms

        notices.register_all()
        names.reserve(BOT_NAMES)
        outgoing.register([invitations.MAIL], invitations.write, to_strangers=True)
        belongings.register(personal_data)
        bans.register(personal_data.leave_all)
        rooms.register(table_talk)
