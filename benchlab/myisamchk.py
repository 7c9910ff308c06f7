"""The program that makes the indexes of MyISAM tables beside the server: where it is, and how it is called."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "myisamchk"
PLACES = ("/usr/sbin", "/usr/local/sbin", "/sbin", str(Path(sys.executable).parent))
"""Beside the PATH: bin/up puts the program, without the rest of its package, into Python's environment."""
LEAST_BUFFER_BYTES = 4 * 2**20


def program() -> str | None:
    return shutil.which(NAME, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *PLACES]))


def why_not(flavour: str, version: str) -> str:
    """Why a server's tables can not be worked on by what is here; empty where they can."""
    if (found := program()) is None:
        return f"{NAME} is not installed on this machine."
    output = subprocess.run([found, "--no-defaults", "--version"], capture_output=True, text=True, check=False).stdout
    return "" if fits(output, flavour, version) else f"{found} is of another server: {output.strip() or 'no version'}"


def fits(output: str, flavour: str, version: str) -> bool:
    """Whether ``output``, of ``myisamchk --version``, is that of such a server's program."""
    if flavour == "MariaDB":
        return "Ver 2." in output or "-MariaDB" in output  # Its own number up to 10.11, the server's in 11.8.
    return f"Ver {version.partition('-')[0]} " in output


def command(keys: str, files: list[Path], *, sort_buffer_bytes: int, key_buffer_bytes: int) -> list[str]:
    """Make all indexes of the tables anew, sorted, or switch all of them off; it ends when whoever started it does."""
    sizes = {"sort_buffer_size": sort_buffer_bytes, "key_buffer_size": key_buffer_bytes}
    return [
        *("setpriv", "--pdeathsig", "KILL", program() or NAME, "--no-defaults", "--silent", "--recover", "--quick"),
        *(["--keys-used=0"] if keys == "disable" else []),
        *(f"--{name}={max(LEAST_BUFFER_BYTES, size)}" for name, size in sizes.items()),
        # What it needs beside goes where the table is: nothing outside of the run's own folder is touched.
        f"--tmpdir={files[0].parent}",
        *map(str, files),
    ]
