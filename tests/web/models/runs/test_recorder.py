"""What of an execution becomes a warning of its run."""

from collections.abc import Iterator
from typing import Any

from benchlab.metrics import Sample
from benchlab.models import State
from benchlab.models.results import series_chunks
from benchlab.runner import recorder as recording
from benchlab.runner.recorder import RunRecorder
from tests import factories


def test_a_server_that_went_away_is_one_warning(server):
    recorder = RunRecorder(factories.make_run(State.RUNNING))

    recorder.warn(["The counters of server db1 could not be read for a while: gone (error 2013)", "Another thing."])
    recorder.warn(["Reading the layout failed: nobody answers there. (error 2002: Can't connect)"])

    assert recorder.warnings == [
        "The counters of server db1 could not be read for a while: gone (error 2013)",
        "Another thing.",
    ]


def test_what_was_recorded_beside_is_written_a_batch_at_a_time(server, monkeypatch: Any):
    monkeypatch.setattr(recording, "BATCH", 100)
    run = factories.make_run(State.QUEUED)
    drawn, kept = 0, []

    def recorded() -> Iterator[Sample]:
        nonlocal drawn
        for second in range(1_000):
            drawn += 1
            kept.append(run.chunks.count())
            yield Sample("sar:cpu", float(second), {"user": float(second % 7)})

    RunRecorder(run).write_recorded(recorded())
    series_chunks.compact(run)

    written = series_chunks.read_all(run)["sar:cpu"]
    assert kept[0] == 0 < kept[150] < kept[-1]
    assert list(written.times) == [float(second) for second in range(drawn)]
    assert list(written.values["user"]) == [float(second % 7) for second in range(1_000)]
