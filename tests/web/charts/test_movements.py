"""Why two groups differ: what can be held against each other stands together, by names that can be read."""

from benchlab.analysis.comparisons.why_different import Explanation, Movement
from benchlab.charts.comparisons.why_different import grouped


def moved(kind, name: str) -> Movement:
    return Movement(kind, name, (1.0, 2.0), "", 0.7, ratio=2.0)


def test_counters_gauges_and_layouts_are_groups_with_readable_names():
    movements = [
        moved("gauge", "server.checkpoint_age"),
        moved("counter", "server.log_fsyncs"),
        moved("counter", "mysqld.cpu"),
        moved("gauge", "disk:vda.write_await"),
        moved("layout", "note, rows"),
        moved("counter", "server.of_another_version"),
    ]

    told = grouped(Explanation(None, (), tuple(movements), "transaction"))

    assert [(group.title, [each.name for each in group.all]) for group in told] == [
        ("Plans, partitions and layouts", ["note, rows"]),
        ("For each transaction", ["Redo log fsyncs", "Server process, CPU time", "server.of_another_version"]),
        ("Meanwhile, on average", ["Checkpoint age", "Write latency (vda)"]),
    ]
