"""The Django project: settings, addresses, the Celery application."""

from powergrid.celery import app as celery_app

__all__ = ["celery_app"]
