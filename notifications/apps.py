from django.apps import AppConfig
from django.conf import settings


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import bounces, giving_up, trying

        giving_up.register()
        trying.register()
        bounces.listen()
        if settings.MAIL_SERVICE:
            from notifications import mail_service

            mail_service.check()
