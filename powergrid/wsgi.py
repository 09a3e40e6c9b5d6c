"""The WSGI entry point of the site."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from powergrid.encodings import utf_8_alone
from powergrid.garbage import search_seldom

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")

application = utf_8_alone(get_wsgi_application())

import_module(settings.ROOT_URLCONF)  # all that is loaded for good
search_seldom()
