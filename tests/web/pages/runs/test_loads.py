"""What a run's page says of a bulk load."""

from typing import Any

from django.test import Client

from benchlab.models import Run, State
from tests import factories

LOADED: dict[str, Any] = {
    "kind": "load",
    "rows": 5_000_000,
    "seconds": 10.0,
    "per_second": 500_000.0,
    "errors": {},
    "details": {
        "bytes_sent": 203_000_000,
        "streams": 2,
        "client_cpu_us_per_row": 0.31,
        "flushed_s": 12.5,
        "flushed_per_second": 400_000.0,
        "flushed_by": "FLUSH TABLES FOR EXPORT",
        "data_bytes": 85_000_000,
        "index_bytes": 0,
        "stored_bytes": 87_412_807,
        "stored_bytes_are": "data and index as the server reports them",
        "bytes_per_row": 17.5,
        "compression_ratio": 2.326,
    },
}


def loaded(**details: Any) -> Run:
    """A run whose main phase is a load."""
    run = factories.make_run(State.FINISHED, seconds=3)
    first = run.phases.first()
    assert first
    run.phases.exclude(pk=first.pk).delete()
    first.kind, first.name = "load", "bulk load"
    first.result = {**LOADED, "details": {**LOADED["details"], **details}}
    first.save()
    return run


def page_of(viewer: Client, run: Run) -> str:
    return viewer.get(run.get_absolute_url()).content.decode()


def test_a_load_is_told_to_both_its_ends_and_with_its_size(viewer: Client) -> None:
    page = page_of(viewer, loaded())

    assert [words for words in ("12.5 s", "400,000 rows/s", "83.4", "17.5 B a row", "2.33") if words not in page] == []
    assert "flushed by FLUSH TABLES FOR EXPORT" in page
    assert "Response time p99" not in page


def test_a_run_without_clients_awaits_no_chart_of_them(viewer: Client) -> None:
    run = factories.make_run(State.QUEUED)
    phases = [phase for phase in run.plan_json["phases"] if phase["kind"] == "load"]
    run.plan_json = {**run.plan_json, "phases": phases}
    run.save()

    page = page_of(viewer, run)

    assert [key for key in ("rate", "latency", "loading", "cpu") if f'data-panel="{key}"' in page] == ["loading", "cpu"]


def test_a_load_that_was_not_flushed_says_so(viewer: Client) -> None:
    page = page_of(viewer, loaded(flushed_s=None, flushed_per_second=None, flushed_by=None, stored_bytes=None))

    assert "not measured to the disk" in page
    assert "size not measured" in page


def test_a_load_that_is_yet_to_begin_is_awaited_in_rows(viewer: Client) -> None:
    run = factories.make_run(State.RUNNING, seconds=3)
    loads = [phase for phase in run.plan_json["phases"] if phase["kind"] in ("sql", "load")]
    run.plan_json = {**run.plan_json, "phases": loads}
    run.save()
    run.phases.exclude(kind="sql").delete()
    run.chunks.all().delete()

    page = page_of(viewer, run)

    assert "Rows per second" in page
    assert "Transactions per second" not in page
