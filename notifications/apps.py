from django.apps import AppConfig
from django.conf import settings


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from accounts import belongings, mails
        from notifications import bounces, destinations, outbox, outgoing, personal_data, trials

        belongings.register(personal_data)
        destinations.register()
        trials.register()
        mails.register(outbox.post)
        outgoing.register(mails.TO_ANYBODY, mails.write, to_strangers=True)
        outgoing.register(mails.SUBJECTS.keys() - mails.TO_ANYBODY, mails.write, to_strangers=False)
        bounces.listen()
        if settings.MAIL_SERVICE:
            from notifications import mail_service

            mail_service.check()
