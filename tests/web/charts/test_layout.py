from typing import Any

from benchlab.charts.layouts.layout_diagram import SIDE, DiagramFrame, LayoutDiagram, tops_of
from benchlab.charts.layouts.table_layout import TableLayout, table_layouts
from tests.run_records import layout_rows


def rows_of(**rows: int) -> list[dict[str, Any]]:
    shared = {"table": "note", "subpartition": None, "method": "RANGE", "index_bytes": 0, "exact": True}
    return [{**shared, "partition": name, "rows": count, "data_bytes": 10 * count} for name, count in rows.items()]


def laid(**rows: int) -> TableLayout:
    return table_layouts(rows_of(**rows))["note"]


def picture(now: TableLayout, frame: DiagramFrame = SIDE) -> LayoutDiagram:
    return LayoutDiagram(now, now.columns, frame)


def test_partitions_keep_their_order_whatever_their_size() -> None:
    assert [name for name, _, _ in picture(laid(p2=5, p10=900, p1=7)).bars] == ["p2", "p10", "p1"]


def test_bars_of_a_partition_add_up_to_its_share_of_the_axis() -> None:
    drawn = picture(laid(p1=50, p2=100))

    assert [round(bar.height, 6) for _, _, [bar] in drawn.bars] == [SIDE.bars_height / 2, SIDE.bars_height]
    assert drawn.ticks[-1][1] == "100"


def test_skew_is_the_largest_by_the_mean() -> None:
    assert laid(p1=10, p2=10, p3=40).words_by("rows") == "largest p3 66.7 %, skew 2.00, variation 0.707"


def test_an_empty_partition_is_told_from_a_small_one() -> None:
    now = laid(p1=0, p2=1, p3=1_000_000)

    assert [cell.shade for cell in picture(now).grid] == [0, 1, 8]
    assert "1 empty" in now.words_by("rows")


def test_an_even_layout_looks_even() -> None:
    assert {cell.shade for cell in picture(laid(p1=10, p2=10)).grid} == {4}


def test_an_empty_table_is_drawn() -> None:
    now = laid(p1=0, p2=0)

    assert [cell.shade for cell in picture(now).grid] == [0, 0]
    assert now.words_by("rows") == "all partitions are empty"


def test_bytes_a_row_are_of_data_and_indexes() -> None:
    now = table_layouts(layout_rows())["transaction"]

    assert (now.bytes_per_row, now.index_share) == (96.0, 0.2)
    assert now.cut_words == "12 partitions \N{MULTIPLICATION SIGN} 10 subpartitions by RANGE / HASH"


def test_a_table_without_partitions_is_one_bar() -> None:
    whole = {**rows_of(p1=5)[0], "partition": None, "method": None}
    now = table_layouts([whole])["note"]

    assert now.cut_words == "not partitioned"
    assert [(name, len(cells)) for name, _, cells in picture(now).bars] == [("the whole table", 1)]


def test_many_partitions_stand_in_several_lines_of_the_grid() -> None:
    drawn = picture(laid(**{f"p{number}": 1 for number in range(440)}))

    assert drawn.lines == 20
    assert min(cell.width for cell in drawn.grid) > 10
    assert max(cell.y + cell.height for cell in drawn.grid) < drawn.height


def test_the_axis_fits_every_moment() -> None:
    assert tops_of([laid(p1=0), laid(p1=70), laid(p1=30)]) == {"rows": 80, "bytes": 1024, "per_row": 10}
