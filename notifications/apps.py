from django.apps import AppConfig
from django.conf import settings


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from accounts import belongings
        from notifications import bounces, destinations, personal_data, trials

        belongings.register(personal_data)
        destinations.register()
        trials.register()
        bounces.listen()
        if settings.MAIL_SERVICE:
            from notifications import mail_service

            mail_service.check()
