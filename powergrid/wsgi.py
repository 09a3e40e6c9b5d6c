"""The WSGI entry point of the site."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from powergrid.encodings import utf_8_alone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")

application = utf_8_alone(get_wsgi_application())

# Never search what is loaded for good for garbage: each time, a request would wait 100 ms longer.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()

# A page makes thousands of values that go with it. Searching them after every 700 took a twenty-fifth of its time.
gc.set_threshold(20_000)
