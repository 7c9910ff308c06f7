"""What of a server's files the kernel keeps in memory: evicting it, and looking.

A restart alone is not cold: MyISAM's rows live in the page cache, and so do InnoDB's where it does not read past it.
"""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

FINCORE = ["fincore", "--bytes", "--noheadings", "--raw", "--output", "RES"]
FILES_A_CALL = 500


def evict(folder: Path, halt: threading.Event) -> None:
    """Let the kernel forget the pages of every file below, written first where they are not yet; until it is halted."""
    for file in _files(folder):
        if halt.is_set():
            return
        descriptor = os.open(file, os.O_RDONLY)
        try:
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)


def size_bytes(folder: Path) -> int:
    """What the files below take on disk, which of a sparse file is less than its length."""
    return sum(file.stat().st_blocks * 512 for file in _files(folder))


def cached_bytes(folder: Path) -> int | None:
    """How much of the files below is in the page cache; None where fincore gives no answer."""
    if not shutil.which(FINCORE[0]):
        return None
    files = [str(file) for file in _files(folder) if file.stat().st_size]
    told = [_resident(files[first : first + FILES_A_CALL]) for first in range(0, len(files), FILES_A_CALL)]
    known = [each for each in told if each is not None]
    return sum(known) if len(known) == len(told) else None


def _resident(files: list[str]) -> int | None:
    done = subprocess.run([*FINCORE, "--", *files], capture_output=True, text=True, check=False)
    lines = done.stdout.split()
    return sum(map(int, lines)) if done.returncode == 0 and len(lines) == len(files) else None


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
