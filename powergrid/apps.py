"""The project as an app of its own: what is set up in every program, whether it serves pages, works or schedules."""

from django.apps import AppConfig
from django.conf import settings


class PowergridConfig(AppConfig):
    name = "powergrid"

    def ready(self) -> None:
        from powergrid import checks
        from powergrid.monitoring import errors, metrics, working

        checks.register_all()
        working.listen()
        if settings.METRICS_DIR:
            metrics.add_up_past(settings.METRICS_DIR)
        if settings.SENTRY_DSN:
            environment = "development" if settings.DEVELOPMENT else "production"
            errors.report_to(settings.SENTRY_DSN, release=settings.RELEASE, environment=environment)
