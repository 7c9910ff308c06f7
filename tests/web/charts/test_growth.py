from collections.abc import Sequence

import numpy as np
import pytest

from benchlab.analysis.runs.series import Series
from benchlab.charts.layouts.layout_history import LayoutHistory
from benchlab.charts.runs.load_decay import RunGrowth
from benchlab.charts.runs.load_decay_chart import Growth, growth_of, growth_side_by_side
from benchlab.models import Run, State
from benchlab.models.results.series_chunks import store
from tests import factories
from tests.web.charts.test_layout import rows_of

POOL_BYTES = 2_147_483_648  # As the factories' snapshot says.


@pytest.fixture
def run(db: None) -> Run:
    """One that has written nothing yet."""
    made = factories.make_run(State.FINISHED)
    made.layouts.all().delete()
    made.chunks.filter(source__startswith="phase:").delete()
    return made


def write(run: Run, phase: str, rates: Sequence[float], *, from_s: float) -> None:
    times = from_s + np.arange(1.0, len(rates) + 1)
    store(run, f"phase:{phase}", Series(times, {"rows_so_far": np.cumsum(rates)}))


def grown(run: Run) -> Growth:
    phases = list(run.phases.all())
    found = growth_of(RunGrowth(run, phases, LayoutHistory(run, phases)))
    assert found
    return found


def test_rows_so_far_go_on_where_the_phase_before_ended(run: Run) -> None:
    write(run, "preload", [100.0] * 10, from_s=0)
    write(run, "insert", [10.0] * 20, from_s=20)

    preload, insert = grown(run).curves

    assert (preload.label, preload.from_rows, preload.to_rows) == ("preload", 0, 1000)
    assert (insert.label, insert.from_rows, insert.to_rows) == ("insert", 1000, 1200)


def test_a_phase_of_a_few_seconds_has_no_curve_but_its_rows_count(run: Run) -> None:
    write(run, "preload", [500.0] * 2, from_s=0)
    write(run, "insert", [10.0] * 20, from_s=20)

    [insert] = grown(run).curves

    assert (insert.label, insert.from_rows) == ("insert", 1000)


def test_the_data_is_held_against_the_buffer_pool(run: Run) -> None:
    write(run, "insert", [100.0] * 20, from_s=0)
    run.layouts.create(at="start", time_s=0.0, rows=rows_of(p1=0))
    run.layouts.create(at="end", time_s=20.0, rows=[{**rows_of(p1=2000)[0], "data_bytes": POOL_BYTES}])

    [insert] = grown(run).curves

    assert insert.to_pool == pytest.approx(1.0)
    assert insert.pool is not None
    assert insert.pool[9] == pytest.approx(0.5)


def test_tables_that_the_pool_does_not_hold_are_not_held_against_it(run: Run) -> None:
    run.plan_json = {**run.plan_json, "tables": {"note": "CREATE TABLE note (id INT) ENGINE=MyISAM"}}
    write(run, "insert", [100.0] * 20, from_s=0)
    run.layouts.create(at="start", time_s=0.0, rows=rows_of(p1=0))
    run.layouts.create(at="end", time_s=20.0, rows=rows_of(p1=2000))

    assert not grown(run).has_pool


def test_a_partition_that_begins_is_marked_between_two_looks(run: Run) -> None:
    write(run, "insert", [100.0] * 20, from_s=0)
    for time_s, rows in ((0.0, (0, 0, 0)), (10.0, (900, 0, 0)), (20.0, (1000, 800, 0)), (60.0, (1000, 800, 5))):
        run.layouts.create(at="during", time_s=time_s, rows=rows_of(p1=rows[0], p2=rows[1], p3=rows[2]))

    [mark] = grown(run).marks

    assert (mark.label, mark.time, mark.rows) == ("p2", (10.0, 20.0), (1000.0, 2000.0))


def test_a_knee_is_told_on_every_axis(run: Run) -> None:
    write(run, "insert", [1000.0] * 100 + list(np.linspace(1000, 100, 100)), from_s=10)

    [series] = grown(run).content["panels"][0]["series"]

    assert series["knee"]["rows"] == pytest.approx(100_000, rel=0.15)
    assert series["knee"]["time"] == pytest.approx(110, rel=0.15)
    assert series["knee"]["pool"] is None


def test_a_short_phase_says_that_it_is_too_short_for_a_knee(run: Run) -> None:
    write(run, "insert", [100.0] * 20, from_s=0)

    assert grown(run).curves[0].why_no_knee == "too short: 20 s of 45"


def test_runs_are_overlaid_by_the_phase_in_which_they_wrote_longest(run: Run) -> None:
    write(run, "preload", [5000.0] * 6, from_s=0)
    write(run, "insert", [10.0] * 20, from_s=30)

    overlaid = growth_side_by_side([("a", run), ("b", run)])

    assert overlaid
    assert (overlaid.phase, [curve.label for curve in overlaid.curves]) == ("insert", ["a", "b"])
    assert overlaid.curves[0].grown.times[0] == 1.0


def test_runs_that_wrote_nothing_have_no_growth(run: Run) -> None:
    assert growth_side_by_side([("a", run)]) is None
