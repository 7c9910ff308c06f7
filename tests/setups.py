"""What tests of bin/ share: where it is, and an environment without the tests' own installation in it."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = ("BENCHLAB_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SUPERVISOR_")


def own_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
