import pytest

from benchlab.charts.layouts.layout_comparison import differences, layouts_side_by_side
from benchlab.charts.layouts.table_layout import table_layouts
from benchlab.models import Run, State
from tests import factories
from tests.web.charts.test_layout import laid, rows_of


def whole(rows: int, *, data: int, index: int = 0) -> dict[str, object]:
    cut = {"partition": None, "subpartition": None, "method": None}
    return {"table": "note", **cut, "rows": rows, "data_bytes": data, "index_bytes": index, "exact": True}


@pytest.fixture
def runs(db: None) -> list[Run]:
    made = [factories.make_run(State.FINISHED) for _ in range(2)]
    for run in made:
        run.layouts.all().delete()
    made[0].layouts.create(at="end", time_s=1.0, rows=[whole(100, data=900)])
    made[1].layouts.create(at="end", time_s=1.0, rows=rows_of(p1=25, p2=75))
    return made


def test_tables_of_as_many_partitions_are_drawn_to_one_scale(runs: list[Run]) -> None:
    runs.append(factories.make_run(State.FINISHED))
    runs[2].layouts.all().delete()
    runs[2].layouts.create(at="end", time_s=1.0, rows=rows_of(p1=7, p2=5))

    beside = layouts_side_by_side([("plain", runs[0]), ("by month", runs[1]), ("smaller", runs[2])])

    assert beside
    [table] = beside.tables
    assert [(side.label, side.history.picture.top) for side in table.sides] == [
        ("plain", 100),
        ("by month", 80),
        ("smaller", 80),
    ]


def test_what_differs_is_told_against_the_first(runs: list[Run]) -> None:
    beside = layouts_side_by_side([("plain", runs[0]), ("by month", runs[1])])

    assert beside
    assert beside.tables[0].sides[0].differences == []
    assert beside.tables[0].others[0].differences == [
        "2 partitions by RANGE instead of not partitioned",
        "11.1 % more bytes per row (10.0 against 9.00)",
    ]


def test_equal_layouts_do_not_differ() -> None:
    assert list(differences(laid(p1=1000, p2=2000), laid(p1=1001, p2=2000))) == []


def test_skew_and_bounds_that_differ_are_told() -> None:
    moved = [{**row, "description": f"below {row['rows']}"} for row in rows_of(p1=150, p2=50)]

    told = list(differences(laid(p1=100, p2=100), table_layouts(moved)["note"]))

    assert told == [
        "as many partitions with other names or bounds",
        "skew 1.50 instead of 1.00",
        "variation 0.500 instead of 0",
    ]


def test_indexes_are_held_against_the_data() -> None:
    first, other = (table_layouts([whole(100, data=1000, index=index)])["note"] for index in (200, 350))

    assert list(differences(first, other)) == [
        "12.5 % more bytes per row (13.5 against 12.0)",
        "index / data 0.350 instead of 0.200",
    ]


def test_a_table_that_was_emptied_is_shown_as_it_was_before(runs: list[Run]) -> None:
    runs[1].layouts.all().delete()
    for at, time_s, rows in (("during", 0.5, (25, 76)), ("during", 1.0, (25, 75)), ("end", 2.0, (25, 0))):
        runs[1].layouts.create(at=at, time_s=time_s, rows=rows_of(p1=rows[0], p2=rows[1]))

    beside = layouts_side_by_side([("plain", runs[0]), ("by month", runs[1])])

    assert beside
    plain, by_month = beside.tables[0].sides
    assert (by_month.now.rows, by_month.when, plain.when) == (100, "0:01, during preload", "")


def test_runs_without_a_layout_have_none_beside_each_other(db: None) -> None:
    assert layouts_side_by_side([("queued", factories.make_run(State.QUEUED))]) is None
