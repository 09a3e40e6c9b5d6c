from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import bans, belongings, calendars, retention
        from announcements import maintenance as resting
        from games import maintenance, notes, notices, seats, studying, subjects, talking, whatif
        from notifications import subjects as named
        from talk import rooms

        notices.register_all()
        named.register(subjects.find)
        retention.register(seats.is_playing)
        belongings.register(seats)
        belongings.register(notes)
        belongings.register(whatif)
        belongings.register(studying)
        calendars.register(seats)
        bans.register(seats.leave_all)
        resting.register(maintenance.give_back)
        rooms.register(talking)
