"""Loads of files: delimited and of fixed width, whole and damaged, from one folder and no other."""

import itertools
from pathlib import Path

import pytest

from benchlab import mysql
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.load_file_source import FileSource
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import Access, Owner, rehearse
from tests.mysql.engine.plans import Outcome, Runs, plan

TABLE = {"call": "CREATE TABLE `call` (id INT PRIMARY KEY, name VARCHAR(20), seconds INT)"}
COLUMNS = {"id": "id", "name": "name", "seconds": "seconds"}
DIGEST = "SELECT COUNT(*), SUM(id), SUM(seconds), MIN(name), MAX(name) FROM `call`"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


@pytest.fixture(autouse=True)
def loads_are_allowed(runs: Runs) -> None:
    with mysql.connected(runs.address) as admin:
        mysql.run(admin, "SET GLOBAL local_infile = 1")


def planned(runs: Runs, source: FileSource, **settings: object) -> Plan:
    phase = LoadPhase("load", "call", 0, COLUMNS, file=source, **settings)  # type: ignore[arg-type]
    return plan(phase, tables=TABLE, flavour=runs.flavour)


def loaded(runs: Runs, folder: Path, source: FileSource, **settings: object) -> Outcome:
    made = planned(runs, source, **settings)
    return Outcome(made, list(runs.events(made, files=folder)))


def write(folder: Path, *lines: str, end: str = "\n") -> str:
    (folder / "calls").write_bytes("".join(line + end for line in lines).encode())
    return "calls"


def said(outcome: Outcome) -> str:
    return outcome.error.message if outcome.error else ""


@pytest.mark.parametrize("streams", [1, 4])
def test_a_delimited_file_is_loaded_whole_by_any_number_of_streams(runs: Runs, folder: Path, streams: int) -> None:
    path = write(folder, "id;name;seconds", *(f"{number};n{number:06};{number % 60}" for number in range(1, 50_001)))

    outcome = loaded(runs, folder, FileSource(path, delimiter=";", header=1), streams=streams)

    assert outcome.phases["load"]["rows"] == 50_000
    assert runs.rows(outcome, DIGEST) == [
        (50_000, 1_250_025_000, sum(n % 60 for n in range(1, 50_001)), "n000001", "n050000")
    ]
    assert outcome.phases["load"]["details"]["bytes_sent"] == (folder / path).stat().st_size - len("id;name;seconds\n")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_fixed_width_file_is_cut_at_its_widths(runs: Runs, folder: Path, end: str) -> None:
    path = write(folder, *(f"{number:>6}a\\b       {number % 60:03}" for number in range(1, 1_001)), end=end)

    outcome = loaded(runs, folder, FileSource(path, widths=(6, 10, 3)), streams=3)

    assert said(outcome) == ""
    assert runs.rows(outcome, DIGEST) == [(1_000, 500_500, sum(n % 60 for n in range(1, 1_001)), "a\\b", "a\\b")]


def test_a_file_with_crlf_loads_as_one_with_newlines(runs: Runs, folder: Path) -> None:
    path = write(folder, "1,first,5", "2,second,7", end="\r\n")

    outcome = loaded(runs, folder, FileSource(path))

    assert runs.rows(outcome, "SELECT * FROM `call` ORDER BY id") == [(1, "first", 5), (2, "second", 7)]


def test_enclosed_and_escaped_fields_may_hold_the_delimiter(runs: Runs, folder: Path) -> None:
    path = write(folder, '1,"one, two",5', r"2,a\,b,7")

    outcome = loaded(runs, folder, FileSource(path, enclosed='"', escaped="\\"))

    assert runs.rows(outcome, "SELECT name FROM `call` ORDER BY id") == [("one, two",), ("a,b",)]


FAULTS = [
    (FileSource("calls"), "3,three", "has 2 fields, not 3"),
    (FileSource("calls", enclosed='"'), '3,"three,4', "has an enclosed field without an end"),
    (FileSource("calls", widths=(1, 2, 3)), "3,three", "has 7 bytes, not 6"),
]


@pytest.mark.parametrize(("source", "bad", "fault"), FAULTS)
@pytest.mark.parametrize("streams", [1, 2])
def test_a_bad_line_ends_the_load_by_number_and_text(
    runs: Runs, folder: Path, source: FileSource, bad: str, fault: str, streams: int
) -> None:
    good = "1,2,3 " if source.widths else "1,two,3"
    fine = [f"{number}{good[1:]}" for number in range(2)]
    write(folder, *fine, bad, fine[0])

    outcome = loaded(runs, folder, source, streams=streams)

    assert f"line 3 of calls {fault}: “{bad}”" in said(outcome)
    assert "on_error: skip" in said(outcome)


def test_a_load_that_stops_at_a_bad_line_leaves_nothing_of_its_statement(runs: Runs, folder: Path) -> None:
    lines = [f"{number},n,5" for number in range(1, 30_001)]
    path = write(folder, *lines, "bad")

    outcome = loaded(runs, folder, FileSource(path))

    assert "line 30,001 of calls has 1 fields" in said(outcome)
    assert runs.value(outcome, "SELECT COUNT(*) FROM `call`") == 0


def test_a_cut_last_line_does_not_become_a_row(runs: Runs, folder: Path) -> None:
    (folder / "calls").write_bytes(b"1,first,5\n2,second,71")

    stopped = loaded(runs, folder, FileSource("calls"))
    skipped = loaded(runs, folder, FileSource("calls"), on_error="skip")

    assert "line 2 of calls has no line end, so that it may have been cut: “2,second,71”" in said(stopped)
    assert runs.rows(skipped, "SELECT id FROM `call`") == [(1,)]
    assert skipped.phases["load"]["details"]["left_out"] == 1


def test_skipped_lines_and_refused_rows_are_counted_and_told(runs: Runs, folder: Path) -> None:
    path = write(folder, "1,first,5", "bad", "1,twice,6", "2,second,7")

    outcome = loaded(runs, folder, FileSource(path), on_error="skip")

    load = outcome.phases["load"]
    assert (load["rows"], load["details"]["left_out"]) == (2, 2)
    [warning] = [problem.message for problem in outcome.problems]
    assert "2 rows of the phase “load” were left out" in warning
    assert "line 2 of calls" in warning
    assert "Duplicate entry" in warning


def test_a_row_that_the_server_changes_stops_the_load(runs: Runs, folder: Path) -> None:
    path = write(folder, "1,first,5", "2,second,many")

    assert "Incorrect integer value" in said(loaded(runs, folder, FileSource(path)))


@pytest.mark.parametrize("path", ["../secret", "link", "nothing"])
def test_no_file_outside_of_the_folder_is_read(runs: Runs, folder: Path, path: str) -> None:
    (folder.parent / "secret").write_text("1,secret,5\n")
    (folder / "link").symlink_to(folder.parent / "secret")
    made = planned(runs, FileSource(path))

    [problem] = rehearse(made, Access(runs.address, files=folder), owner=Owner("tests", 7))

    assert "put it there" in problem.message or "the only folder" in problem.message
    assert "data" in said(loaded(runs, folder, FileSource(path)))


def test_a_rehearsal_tells_of_a_bad_first_line(runs: Runs, folder: Path) -> None:
    made = planned(runs, FileSource(write(folder, *itertools.repeat("1,2", 3))))

    [problem] = rehearse(made, Access(runs.address, files=folder), owner=Owner("tests", 7))

    assert "line 1 of calls has 2 fields, not 3" in problem.message
