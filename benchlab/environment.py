"""What `bin/up` wrote to var/env, so that `manage.py` called by hand uses the same database and Redis."""

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def load_environment() -> None:
    """What the environment says already wins."""
    var = Path(os.environ.get("BENCHLAB_VAR") or ROOT / "var")
    try:
        text = (var / "env").read_text()
    except (FileNotFoundError, NotADirectoryError):
        return
    except PermissionError:
        sys.exit(f"{var} is {_owner(var)}'s: run this as {_owner(var)}, who started this benchlab.")
    for name, value in _assignments(text):
        os.environ.setdefault(name, value)


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:  # Such as a file of the host's in a container.
        return f"user {path.stat().st_uid}"


def _assignments(text: str) -> Iterator[tuple[str, str]]:
    """Of lines such as ``export NAME='value'``."""
    for word in shlex.split(text):
        name, equals, value = word.partition("=")
        if equals:
            yield name, value
