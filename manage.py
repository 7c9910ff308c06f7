#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

from benchlab.environment import load_environment


def main() -> None:
    load_environment()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchlab.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
