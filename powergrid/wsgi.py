"""The WSGI entry point of the site."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")

application = get_wsgi_application()
