#!/usr/bin/env python3
"""Django's command line for this project."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # Loaded modules stay in memory; checking them for garbage took a tenth of the start time.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
