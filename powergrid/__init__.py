"""The Django project: settings, addresses, the Celery application."""

from powergrid.celery import app as celery_app

__all__ = ["__version__", "celery_app"]
__version__ = "0.1.0"
