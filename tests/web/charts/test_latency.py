from benchlab.charts.runs.latency_distribution import histogram_panel, percentile_panel
from benchlab.histogram import Histogram

MS = 1_000_000


def test_every_value_falls_into_a_bin() -> None:
    latencies = Histogram.of([MS // 10, MS, 2 * MS, 500 * MS])

    panel = histogram_panel("h", "insert", latencies)

    assert sum(panel["series"][0]["values"]) == 4
    assert len(panel["labels"]) == len(panel["series"][0]["values"])


def test_one_value_is_drawn() -> None:
    panel = histogram_panel("h", "insert", Histogram.of([MS]))

    assert sum(panel["series"][0]["values"]) == 1


def test_only_percentiles_that_the_values_can_tell_apart_are_drawn() -> None:
    few, many = Histogram.of([MS] * 100), Histogram.of([MS] * 10_000)

    drawn = percentile_panel("p", {"few": few, "many": many})["series"]

    assert [each["values"][-1][0] for each in drawn] == [99, 99.99]
