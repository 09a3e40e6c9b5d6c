from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import belongings, calendars
        from games import notes, notices, seats, studying, subjects, talking, whatif
        from notifications import subjects as named
        from talk import rooms

        notices.register_all()
        named.register(subjects.find)
        belongings.register(seats)
        belongings.register(notes)
        belongings.register(whatif)
        belongings.register(studying)
        calendars.register(seats)
        rooms.register(talking)
