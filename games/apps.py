from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import belongings
        from games import mails, notes, seats, talking
        from talk import rooms

        mails.register_all()
        belongings.register(seats)
        belongings.register(notes)
        rooms.register(talking)
