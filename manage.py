#!/usr/bin/env python3
"""Django's command line."""

import gc
import os
import sys

from benchlab.environment import load_environment


def main() -> None:
    load_environment()
    # A sixth of a command's time went into looking through modules for garbage while they were imported.
    gc.set_threshold(50_000)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchlab.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
