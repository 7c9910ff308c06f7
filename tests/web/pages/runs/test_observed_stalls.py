"""What clients felt of statements beside them, on the pages of a run and of an experiment."""

import re
from typing import Any

from django.test import Client

from benchlab.models import Phase, Run, State
from tests.experiment_records import make_experiment

FELT = {"drive": "inserts", "stall_s": 2.9, "otherwise_s": 0.04, "longest_ms": 3100.0, "partly": False}
GAVE_UP = "“truncate” of the phase “purge” failed: waiting for a lock took too long."
KNOWN = {"by_statement": {}, "errors": {}, "latency_ms": None, "seconds": 9.0}


def act(run: Run, *, error: str = "") -> None:
    """Let a TRUNCATE have gone on beside the run's inserts."""
    action = {"phase": "purge", "statement": "truncate", "began_s": 42.0, "ended_s": 45.0, "rows": 0, "error": error}
    details = {"actions": [{**action, "felt": [FELT]}], "stall_s": 2.9, "longest_ms": 3100.0}
    _add(run, "purge while inserting", "parallel", details)
    _add(run, "inserts", "drive", {}, parent="purge while inserting")


def _add(run: Run, name: str, kind: str, details: dict[str, Any], parent: str = "") -> None:
    result = {**KNOWN, "name": name, "kind": kind, "per_second": 500.0, "details": details}
    ordinal = run.phases.count()
    Phase.objects.create(run=run, ordinal=ordinal, name=name, kind=kind, parent=parent, started_s=40, result=result)


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_run_tells_the_stall_beside_how_long_the_statement_took(viewer: Client, finished: Run) -> None:
    act(finished)

    page = text_of(viewer.get(finished.get_absolute_url()).content.decode())

    assert "truncate purge while inserting 3 s \N{EN DASH} 2.90 s 40 ms 3.10 s" in page


def test_a_statement_that_gave_up_is_a_result_with_its_reason(viewer: Client, finished: Run) -> None:
    act(finished, error=GAVE_UP)

    assert GAVE_UP in viewer.get(finished.get_absolute_url()).content.decode()


def test_a_run_without_such_statements_has_no_such_table(viewer: Client, finished: Run) -> None:
    assert "Stalls observed by clients" not in viewer.get(finished.get_absolute_url()).content.decode()


def test_an_experiment_tells_the_stall_and_not_the_drive_that_felt_it_once_more(viewer: Client) -> None:
    experiment = make_experiment({"clients": "1"}, repeats=2, states=[State.FINISHED] * 2)
    for run in experiment.current_runs:
        act(run)

    page = viewer.get(experiment.get_absolute_url()).content.decode()

    assert re.search(r"Longest stall of clients during a statement.*?purge while inserting</td>.*?2\.90", page, re.S)
    assert "<h2>insert</h2>" in page
    assert "<h2>inserts</h2>" not in page
