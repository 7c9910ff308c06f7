"""Lines of a data file are checked before they are sent, a stretch at a glance or one by one."""

from pathlib import Path

import pytest

from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.engine.generator.client import file_lines
from benchlab.engine.generator.process_messages import FilePart

GOOD = [f"{number},name{number},{number % 60}" for number in range(20_000)]


def sent(path: Path, *given: str, end: str = "\n") -> tuple[list[file_lines.RowPiece], list[tuple[int, bytes, str]]]:
    """The pieces of a file of three columns, and its bad lines."""
    path.write_bytes("".join(line + end for line in given).encode())
    bad: list[tuple[int, bytes, str]] = []
    source = FileSource(path.name, delimiter=",", enclosed='"')
    part = FilePart(str(path), 0, path.stat().st_size)
    return list(file_lines.good_pieces(part, source, 3, lambda *one: bad.append(one))), bad


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_good_lines_are_sent_in_order(tmp_path: Path, end: str) -> None:
    pieces, bad = sent(tmp_path / "calls", *GOOD, end=end)

    assert b"".join(each.text for each in pieces).decode().splitlines() == GOOD
    assert sum(each.rows for each in pieces) == len(GOOD)
    assert not bad


@pytest.mark.parametrize(
    "wrong",
    [
        ["1,2", "1,2,3,4"],  # As many delimiters as two good lines have.
        ["1,2,3,4", "1,2"],
        ["", "1,2,3,4,5"],
        ["1,2,3,4,5", ""],
    ],
)
@pytest.mark.parametrize("before", [0, 15_000])
def test_faults_that_make_up_for_each_other_are_seen(tmp_path: Path, wrong: list[str], before: int) -> None:
    pieces, bad = sent(tmp_path / "calls", *GOOD[:before], *wrong, *GOOD[before:])

    at = sum(len(line) + 1 for line in GOOD[:before])
    assert [(offset, text.decode()) for offset, text, _ in bad] == [(at, wrong[0]), (at + len(wrong[0]) + 1, wrong[1])]
    assert sum(each.rows for each in pieces) == len(GOOD)


def test_enclosed_delimiters_are_none(tmp_path: Path) -> None:
    pieces, bad = sent(tmp_path / "calls", '1,"a,b",2', *GOOD[:5])

    assert (sum(each.rows for each in pieces), bad) == (6, [])
