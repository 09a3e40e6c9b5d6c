"""The project as an app of its own, and the admin with a site of our own."""

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps


class PowergridConfig(AppConfig):
    """What is set up in every program, whether it serves pages, works or schedules."""

    name = "powergrid"
    default = True

    def ready(self) -> None:
        from powergrid.monitoring import metrics, working

        working.listen()
        if settings.METRICS_DIR:
            metrics.add_up_past(settings.METRICS_DIR)


class AdminConfig(apps.AdminConfig):
    default = False  # the app "powergrid" has its own
    default_site = "powergrid.admin.Site"
