from typing import Any

import pytest

from benchlab.charts.layouts.partition_bounds import OPEN_WIDTH, WIDTH, tables_of


def rows(*bounds: str | None, method: str = "RANGE COLUMNS", expression: str = "day") -> list[dict[str, Any]]:
    """A table of one row for each partition, as a server tells it."""
    return [
        row(f"p{number}", method=method, expression=expression, description=bound)
        for number, bound in enumerate(bounds, 1)
    ]


def row(partition: str | None, **changes: Any) -> dict[str, Any]:
    known = {"table": "sale", "partition": partition, "subpartition": None, "method": None, "expression": None}
    return {**known, "description": None, **changes}


def widths(*bounds: str | None) -> list[float]:
    [table] = tables_of(rows(*bounds), ["sale"])
    assert table.strip
    gap = 1.5
    return [round(cell.width + gap) for cell in table.strip.cells]


def test_a_strip_is_drawn_to_the_scale_of_its_dates() -> None:
    first, january, february, rest = widths("'2026-01-01'", "'2026-02-01'", "'2026-03-01'", "MAXVALUE")

    assert first == rest == OPEN_WIDTH
    assert january / february == pytest.approx(31 / 28, rel=0.01)
    assert sum((first, january, february, rest)) == pytest.approx(WIDTH, abs=2)


def test_numbers_have_a_scale_too() -> None:
    _, narrow, wide = widths("10", "20", "50")

    assert wide == pytest.approx(3 * narrow, rel=0.01)


@pytest.mark.parametrize("bounds", [("'a'", "'m'", "'z'"), (None, None, None)])
def test_what_has_no_scale_is_drawn_evenly(bounds: tuple[str | None, ...]) -> None:
    [table] = tables_of(rows(*bounds), ["sale"])

    assert table.strip
    assert not table.strip.to_scale
    assert len({round(cell.width) for cell in table.strip.cells}) == 1


def test_bounds_are_told_in_words() -> None:
    [ranged] = tables_of(rows("740000", "740031", "MAXVALUE", expression="to_days(`day`)"), ["sale"])
    [everything] = tables_of(rows("MAXVALUE"), ["sale"])
    [listed] = tables_of(rows("1,2", "3", method="LIST"), ["sale"])

    assert [each.bound for each in ranged.partitions] == [
        "below 740000 (2026-01-19)",
        "740000 (2026-01-19) to below 740031 (2026-02-19)",
        "740031 (2026-02-19) and above",
    ]
    assert [each.bound for each in everything.partitions] == ["all"]
    assert [each.bound for each in listed.partitions] == ["1,2", "3"]


def test_both_levels_are_told_apart_and_subpartitions_counted() -> None:
    both = {"method": "RANGE / HASH", "expression": "month(`day`); `seller` DIV 10"}
    found = [
        row(name, subpartition=f"{name}sp{n}", description="3", **both) for name in ("p1", "p2") for n in (0, 1, 2)
    ]

    [table] = tables_of(found, ["sale"])

    assert table.levels == (("RANGE", "month(`day`)"), ("HASH", "`seller` DIV 10"))
    assert [each.subpartitions for each in table.partitions] == [3, 3]
    assert table.subpartition_count == 6


def test_a_table_without_partitions_has_no_strip_and_tables_keep_their_order() -> None:
    found = tables_of([row(None, table="a"), row(None, table="b")], ["b", "a", "refused"])

    assert [(table.name, table.strip) for table in found] == [("b", None), ("a", None)]
