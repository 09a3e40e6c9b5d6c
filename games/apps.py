from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import bans, belongings, calendars, forms, names, retention
        from announcements import maintenance as resting
        from games.alerts import notices, recipients
        from games.clock import maintenance
        from games.models import levels
        from games.pages import admin, talking  # noqa: F401  admin pages are registered where they are defined
        from games.pages.game import notes
        from games.records import personal_data, studies
        from games.turns import whatif
        from notifications import subjects as named
        from talk import rooms

        notices.register_all()
        named.register(recipients.subjects)
        retention.register(personal_data.is_playing)
        belongings.register(personal_data)
        belongings.register(notes)
        belongings.register(whatif)
        belongings.register(studies)
        calendars.register(personal_data)
        bans.register(personal_data.leave_all)
        forms.explain_caution(levels.CAUTION)
        names.reserve(("The Trust", "Trust", "Bot", "Easy bot", "Normal bot", "Hard bot"))
        resting.register(maintenance.give_back)
        rooms.register(talking)
