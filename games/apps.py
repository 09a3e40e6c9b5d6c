from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import belongings
        from games import mails, seats

        mails.register_all()
        belongings.register(seats)
