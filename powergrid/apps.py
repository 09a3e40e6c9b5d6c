"""The project as an app of its own: what is set up in every program."""

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate


class PowergridConfig(AppConfig):
    name = "powergrid"

    def ready(self) -> None:
        from powergrid import checks, moderation
        from powergrid.monitoring import errors, metrics, task_signals

        checks.register_all()
        task_signals.listen()
        moderation.register()
        post_migrate.connect(moderation.make_group, sender=self)  # the last app, so all rights of the group are there
        if settings.METRICS_DIR:
            metrics.add_up_past(settings.METRICS_DIR)
        if settings.SENTRY_DSN:
            environment = "development" if settings.DEVELOPMENT else "production"
            errors.report_to(settings.SENTRY_DSN, release=settings.RELEASE, environment=environment)


class OwnAdminConfig(admin_apps.AdminConfig):
    default = False  # this module has two; settings name this one
    default_site = "powergrid.admin.Site"
