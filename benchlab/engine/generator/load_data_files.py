"""The files that a load may read: those of one folder of this machine, and how they are shared out to streams."""

from itertools import pairwise
from pathlib import Path

from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.engine.generator.process_messages import FilePart

READ_BYTES = 2**20


class NoFileError(Exception):
    """A file is not available; says why and what to do."""


def found(source: FileSource, folder: Path | None) -> Path:
    """The path of the file. A link out of the folder is refused. Raises ``NoFileError``."""
    if folder is None:
        raise NoFileError("No folder for data files is set here, so no file can be loaded.")
    path = (folder / source.path).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise NoFileError(f"{source.path} leads out of {folder}, the only folder that files are loaded from.")
    if not path.is_file():
        raise NoFileError(f"There is no file {source.path} in {folder}: put it there, then launch again.")
    return path


def parts(source: FileSource, path: Path, streams: int) -> list[FilePart]:
    """Ranges of whole lines of about the same size, one for each stream; none is empty unless the file is."""
    with path.open("rb") as file:
        for _ in range(source.header):
            file.readline()
        first, end = file.tell(), path.stat().st_size
        bounds = [first]
        for number in range(1, streams):
            file.seek(max(first, first + (end - first) * number // streams - 1))
            file.readline()
            bounds.append(min(end, file.tell()))
    bounds = sorted({*bounds, end})
    ranges = [*pairwise(bounds)] or [(first, end)]
    return [FilePart(str(path), start, stop) for start, stop in ranges]


def line_at(path: Path, offset: int) -> int:
    """The number of the line that begins at that byte, counted from 1."""
    number, left = 1, offset
    with path.open("rb") as file:
        while left > 0 and (read := file.read(min(READ_BYTES, left))):
            number += read.count(b"\n")
            left -= len(read)
    return number
