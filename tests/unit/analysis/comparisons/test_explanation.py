"""Why two groups differ: causes and movements, the largest first."""

import pytest

from benchlab.analysis.comparisons.comparison import compare
from benchlab.analysis.comparisons.sides import side_of
from benchlab.analysis.comparisons.why_different import explain
from tests.unit.analysis.samples import member, phases, side


def host(**metrics: tuple[str, float]) -> dict:
    return {
        name.replace("__", "."): {"unit": unit, "mean": mean, "max": mean} for name, (unit, mean) in metrics.items()
    }


def test_counters_are_told_for_each_operation_whatever_the_throughput():
    slow = side(1000.0, host=host(server__log_fsyncs=("/s", 1000.0), server__log_written=("MB/s", 1.0)))
    fast = side(2000.0, host=host(server__log_fsyncs=("/s", 1000.0), server__log_written=("MB/s", 2.0)))

    moved = explain(compare([slow, fast])).movements

    assert [(each.kind, each.name, each.values) for each in moved] == [("counter", "server.log_fsyncs", (1.0, 0.5))]


def test_cpu_time_is_told_in_microseconds_of_each_operation():
    sides = [side(1000.0, host=host(mysqld__cpu=("%", percent))) for percent in (50.0, 100.0)]

    [moved] = explain(compare(sides)).movements

    assert (moved.values, moved.unit) == ((500.0, 1000.0), "us")


def test_what_moved_most_comes_first_and_what_hardly_moved_not_at_all():
    before = host(server__a=("/s", 100.0), server__b=("/s", 100.0), server__c=("/s", 100.0), server__d=("/s", 1e-9))
    after = host(server__a=("/s", 200.0), server__b=("/s", 25.0), server__c=("/s", 104.0), server__d=("/s", 1e-8))

    explanation = explain(compare([side(1000.0, host=before), side(1000.0, host=after)]))

    assert [each.name for each in explanation.movements] == ["server.b", "server.a"]
    assert explanation.operation == "transaction"


def test_what_repeats_do_by_themselves_comes_last():
    def group(first: int, calm: float, wild: tuple[float, float]) -> object:
        hosts = [host(server__calm=("/s", calm), server__wild=("/s", each)) for each in wild]
        return side_of([member(first + at, host=each) for at, each in enumerate(hosts)])

    moved = explain(compare([group(1, 100.0, (10.0, 900.0)), group(3, 150.0, (800.0, 5000.0))])).movements

    assert [(each.name, each.is_noise) for each in moved] == [("server.calm", False), ("server.wild", True)]


def test_another_query_plan_and_partitions_touched_are_told():
    def read(key: str | None, partitions: list[str]) -> object:
        step = {"table": "note", "type": "ref" if key else "ALL", "key": key, "rows": len(partitions) * 7}
        return side(1000.0, phases=phases(plan=[step], partitions={"note": partitions}))

    moved = explain(compare([read("customer", ["p1"]), read(None, ["p1", "p2", "p3"])])).movements

    assert [(each.kind, each.values) for each in moved] == [
        ("plan", ("note ref customer", "note ALL")),
        ("partitions", (1, 3)),
    ]


def test_layouts_are_told_by_table():
    def laid_out(*rows: int) -> object:
        layout = [{"table": "note", "rows": each, "data_bytes": 100 * each, "index_bytes": 0} for each in rows]
        return side(1000.0, layout=layout)

    moved = {each.name: each.values for each in explain(compare([laid_out(400), laid_out(100, 300)])).movements}

    assert moved == {"note, partitions": (1, 2)}


@pytest.mark.parametrize(
    ("parameters", "first"),
    [({"clients": 11, "engine": "Aria"}, "engine"), ({"clients": 1000, "engine": "InnoDB"}, "clients")],
)
def test_causes_are_ranked_too_texts_before_numbers(parameters, first):
    sides = [side(1000.0), side(1000.0, parameters=parameters)]

    assert explain(compare(sides)).causes[0].name == first
