"""Reading a zip that somebody gave us. Nothing that it says of itself is trusted."""

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO

from benchlab.definitions import Problem, Refused

MOST_BYTES = 4 * 1024**3
MOST_FILES = 100
MOST_TEXT_BYTES = 256 * 1024**2
MOST_RATIO = 200
"""Series as text shrink to a twentieth; what shrinks more than this is meant to fill a disk."""
ARTEFACTS = "artefacts"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)
_ENCRYPTED = 0x1
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .+-]{0,99}")


@contextmanager
def opened(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """The zip, once its table of contents is found to be harmless; Refused where it is not, or where it is damaged."""
    try:
        with _table_of_contents(file) as archive:
            _check(archive, file.seek(0, io.SEEK_END))
            yield archive
    except DAMAGED as error:
        raise refused(f"This is not a zip, or it is damaged: {error}.") from error


def _table_of_contents(file: IO[bytes]) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (ValueError, struct.error) as error:  # Of a name that is not text, or of a number out of range.
        raise zipfile.BadZipFile(str(error)) from error


def content(archive: zipfile.ZipFile, name: str) -> bytes:
    """All of one file."""
    entry = _entry(archive, name)
    if entry.file_size > MOST_TEXT_BYTES:
        raise refused(f"{name} is larger than any run's.")
    return archive.read(entry)


def text(archive: zipfile.ZipFile, name: str) -> str:
    try:
        return content(archive, name).decode()
    except UnicodeDecodeError as error:
        raise refused(f"{name} is not text in UTF-8: {error}.") from error


def rows(archive: zipfile.ZipFile, name: str, columns: tuple[str, ...]) -> Iterator[list[str]]:
    """The lines of a CSV below its head."""
    with archive.open(_entry(archive, name)) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as lines:
        reader = csv.reader(lines)
        try:
            if tuple(next(reader, ())) != columns:
                raise refused(f"{name} has other columns than {', '.join(columns)}.")
            for row in reader:
                if len(row) != len(columns):
                    raise refused(f"{name}, line {reader.line_num}, has {len(row)} columns and not {len(columns)}.")
                yield row
        except (csv.Error, UnicodeDecodeError) as error:
            raise refused(f"{name} is damaged after line {reader.line_num}: {error}.") from error


def artefacts(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files of the run by their names, none of which leads anywhere else."""
    entries = {PurePosixPath(entry.filename): entry for entry in archive.infolist() if not entry.is_dir()}
    return {path.name: entry for path, entry in entries.items() if path.parts[:1] == (ARTEFACTS,)}


def refused(sentence: str) -> Refused:
    return Refused([Problem("file", sentence)])


def _entry(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    try:
        return archive.getinfo(name)
    except KeyError:
        raise refused(f"This is not a run that benchlab exported. There is no {name} in it.") from None


def _check(archive: zipfile.ZipFile, size_bytes: int) -> None:
    """What zipfile reads of an entry is never more than the size that is checked here."""
    entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    packed = min(size_bytes, sum(entry.compress_size for entry in entries))
    if len(entries) > MOST_FILES or unpacked > MOST_BYTES or unpacked > MOST_RATIO * max(packed, 2**20):
        raise refused(f"It would unpack to {len(entries)} files of {unpacked // 2**20} MB, which is no run's size.")
    if len({entry.filename for entry in entries}) != len(entries):
        raise refused("It holds two files of one name.")
    for entry in entries:
        if not entry.filename:
            raise refused("It holds a file without a name.")
        _check_entry(entry)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in METHODS:
        raise refused(f"{entry.filename} is encrypted, or packed in a way that benchlab does not write.")
    *folder, name = entry.filename.rstrip("/").split("/")
    expected = [] if entry.is_dir() or folder != [ARTEFACTS] else [ARTEFACTS]
    if folder != expected or not _FILE_NAME.fullmatch(name):
        raise refused(f"{entry.filename!r} is not a place for an artefact, nor for another file of a run.")
