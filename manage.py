#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from environs import EnvError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "powergrid.settings")
    try:
        _ = settings.INSTALLED_APPS  # reads the environment
    except EnvError as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)
