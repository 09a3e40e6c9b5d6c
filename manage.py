#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError

if __name__ == "__main__":
    if sys.argv[1:2] != ["run"]:
        # Any other command is one thread, and a pool would try for seconds before it says that it cannot connect.
        os.environ["DATABASE_POOL"] = "0"
    from powergrid import starting

    try:
        execute_from_command_line(sys.argv)
    except OperationalError:
        starting.insist_on_database()  # ends in plain words if it was a refusal
        raise
