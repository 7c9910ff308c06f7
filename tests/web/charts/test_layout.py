from typing import Any

from benchlab.charts.layout import SIDE, pictures
from tests.run_records import layout_rows


def rows_of(**rows: int) -> list[dict[str, Any]]:
    shared = {
        "table": "note",
        "subpartition": None,
        "method": "RANGE",
        "data_bytes": 0,
        "index_bytes": 0,
        "exact": True,
    }
    return [{**shared, "partition": partition, "rows": count} for partition, count in rows.items()]


def test_partitions_keep_their_order_whatever_their_size() -> None:
    [picture] = pictures(rows_of(p2=5, p10=900, p1=7), {})

    assert picture.partitions == ("p2", "p10", "p1")


def test_bars_of_a_partition_add_up_to_its_share_of_the_axis() -> None:
    [picture] = pictures(rows_of(p1=50, p2=100), {})

    rows = picture.measures[0]
    assert [round(bar.height, 6) for bar in rows.bars] == [SIDE.bars_height / 2, SIDE.bars_height]
    assert rows.ticks[-1][1] == 100


def test_skew_is_the_largest_by_the_mean() -> None:
    [picture] = pictures(rows_of(p1=10, p2=10, p3=40), {})

    rows = picture.measures[0]
    assert (rows.largest, rows.skew) == ("p3", 2.0)


def test_an_empty_partition_is_told_from_a_small_one() -> None:
    [picture] = pictures(rows_of(p1=0, p2=1, p3=1_000_000), {})

    assert [cell.shade for cell in picture.measures[0].grid] == [0, 1, 8]
    assert picture.empty == ("p1",)


def test_an_even_layout_looks_even() -> None:
    [picture] = pictures(rows_of(p1=10, p2=10), {})

    assert {cell.shade for cell in picture.measures[0].grid} == {4}


def test_a_table_without_partitions_has_no_picture() -> None:
    whole = {**rows_of(p1=5)[0], "partition": None}

    assert pictures([whole], {}) == []


def test_a_query_touches_subpartitions_by_the_names_of_explain() -> None:
    [picture] = pictures(layout_rows(), {"one day": {"transaction": ["p4_p4sp0", "p4_p4sp3"]}})

    [query] = picture.touched
    assert (query.count, query.total, query.is_all) == (2, 120, False)


def test_a_name_that_is_no_tables_is_taken_for_an_alias() -> None:
    [picture] = pictures(layout_rows(), {"one month": {"t": ["p4"]}})

    assert picture.touched[0].count == 10


def test_a_query_of_another_table_touches_nothing_here() -> None:
    rows = [*rows_of(p1=1), *[{**row, "table": "other"} for row in rows_of(p1=1)]]

    note, other = pictures(rows, {"look": {"other": ["p1"]}})

    assert (note.touched, other.touched[0].count) == ((), 1)


def test_an_empty_table_is_drawn() -> None:
    [picture] = pictures(rows_of(p1=0, p2=0), {})

    assert picture.measures[0].skew is None
