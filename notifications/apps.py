from django.apps import AppConfig
from django.conf import settings


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from accounts import belongings
        from notifications import bounces, following, giving_up, trying

        belongings.register(following)
        giving_up.register()
        trying.register()
        bounces.listen()
        if settings.MAIL_SERVICE:
            from notifications import mail_service

            mail_service.check()
