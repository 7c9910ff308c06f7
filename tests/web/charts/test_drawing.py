import numpy as np

from benchlab.analysis.runs.series import Series
from benchlab.charts.runs import time_charts
from benchlab.charts.runs.panels import Line, Panel

RATE = Panel("rate", "overview", "Rate", "/s", "phase", (Line("per_second", "", "series-1"),), by_source=True)
CPU = Panel(
    "cpu", "overview", "CPU", "%", "cpu", (Line("user", "user", "series-1"), Line("system", "system", "series-2"))
)
DISK = Panel("disk", "host", "Disk", "MB/s", "disk", (Line("written_mb", "written", "series-1"),), each=True)


def series(count: int, **columns: float) -> Series:
    return Series(np.arange(1.0, count + 1), {name: np.full(count, value) for name, value in columns.items()})


def test_each_source_has_a_line_of_its_own_colour() -> None:
    [chart] = time_charts.charts([RATE], {"phase:a": series(3, per_second=1), "phase:b": series(3, per_second=2)})

    assert [(track.line.label, track.line.colour) for track in chart.tracks] == [("a", "series-1"), ("b", "series-2")]


def test_a_source_without_the_metric_takes_no_colour() -> None:
    [chart] = time_charts.charts(
        [RATE], {"phase:load": series(3, rows_per_second=1), "phase:b": series(3, per_second=2)}
    )

    assert [(track.line.label, track.line.colour) for track in chart.tracks] == [("b", "series-1")]


def test_a_panel_for_each_source_names_it() -> None:
    found = time_charts.charts([DISK], {"disk:vda": series(3, written_mb=1), "disk:vdb": series(3, written_mb=1)})

    assert [chart.panel.title for chart in found] == ["Disk, vda", "Disk, vdb"]


def test_lines_of_one_source_share_their_times() -> None:
    found = time_charts.charts([CPU], {"cpu": series(5, user=50, system=10)})

    told = time_charts.as_json(found, [], end_s=5)

    assert told["times"] == [[1.0, 2.0, 3.0, 4.0, 5.0]]
    assert [each["times"] for each in told["panels"][0]["series"]] == [0, 0]


def test_what_is_unknown_is_null() -> None:
    assert time_charts.compact(np.array([1.0, np.nan, 3.0])) == [1, None, 3]


def test_zero_has_no_place_on_a_log_axis() -> None:
    assert time_charts.compact(np.array([0.0, 2.0]), hide_zero=True) == [None, 2]


def test_figures_are_cut_to_four() -> None:
    assert time_charts.compact(np.array([18420.37, 0.48271, -2.71828])) == [18420, 0.4827, -2.718]


def test_stacked_lines_keep_common_times_when_there_are_fewer_points() -> None:
    stacked = Panel("cpu", "overview", "CPU", "%", "cpu", CPU.lines, stacked=True)

    [chart] = time_charts.charts([stacked], {"cpu": series(5000, user=50, system=10)}, points=100)

    user, system = chart.tracks
    assert len(user.times) == 100
    assert (user.times == system.times).all()


def test_a_chart_of_zeros_says_nothing() -> None:
    zeros, ones = time_charts.charts(
        [CPU, RATE], {"cpu": series(3, user=0, system=0), "phase:a": series(3, per_second=1)}
    )

    assert (zeros.says_something, ones.says_something) == (False, True)
