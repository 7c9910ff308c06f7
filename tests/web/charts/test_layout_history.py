from typing import Any

import pytest

from benchlab.charts.layouts.layout_history import MOMENTS, LayoutHistory, news_since
from benchlab.models import Phase, Run, State
from tests import factories
from tests.run_records import layout_rows
from tests.web.charts.test_layout import rows_of


@pytest.fixture
def run(db: None) -> Run:
    """One that has a layout of its own making."""
    made = factories.make_run(State.FINISHED)
    made.layouts.all().delete()
    return made


def capture(run: Run, time_s: float, *, at: str = "during", **rows: int) -> None:
    run.layouts.create(at=at, time_s=time_s, rows=rows_of(**rows))


def history(run: Run) -> LayoutHistory:
    return LayoutHistory(run, list(run.phases.all()))


def ask(run: Run, name: str, started_s: float, **details: Any) -> Phase:
    return run.phases.create(
        ordinal=20, name=name, kind="query", started_s=started_s, finished_s=started_s + 1, result={"details": details}
    )


def test_moments_say_when_they_were(run: Run) -> None:
    capture(run, 0.5, at="start", p1=0)
    capture(run, 5.0, p1=10)
    capture(run, 12.45, p1=90)
    capture(run, 13.0, p1=90)
    capture(run, 90.0, at="end", p1=100)

    [table] = history(run).tables

    told = [moment.when for moment, _ in table.moments]
    assert told == [
        "0:00, before",
        "0:05, during preload",
        "0:12, after preload",
        "0:13, during trigger",
        "1:30, at the end",
    ]


def test_a_long_run_has_a_few_moments_with_its_first_and_its_last(run: Run) -> None:
    for second in range(500):
        capture(run, float(second), p1=second)

    [table] = history(run).tables

    moments = [moment.time_s for moment, _ in table.moments]
    assert (len(moments), moments[0], moments[-1]) == (MOMENTS, 0.0, 499.0)


def test_a_partition_that_is_gone_keeps_its_place(run: Run) -> None:
    capture(run, 1.0, p1=5, p2=6, p3=7)
    capture(run, 2.0, p1=5, p3=7, p4=1)

    [table] = history(run).tables
    content = table.content

    assert content["pieces"] == ["p1", "p2", "p3", "p4"]
    assert [moment["rows"] for moment in content["moments"]] == [[5, 6, 7, None], [5, None, 7, 1]]
    assert table.now.words_by("rows").startswith("largest p3")


def test_a_query_is_told_by_the_layout_that_was_captured_next_to_it(run: Run) -> None:
    ask(run, "March", 20.0, partitions={"note": ["p1"]}, plan=[{"table": "note", "rows": 31}])
    capture(run, 2.0, p1=0, p2=100)
    capture(run, 21.0, p1=25, p2=75)
    capture(run, 60.0, p1=90, p2=10)

    [told] = history(run).latest[0].touched

    assert told.words == "reads 1 of 2 (50.0 %) with 25.0 % of the rows; the plan estimates 31 rows"
    assert (told.pieces, told.where) == (("p1",), "p1")


def test_shots_of_a_query_are_told_once(run: Run) -> None:
    for shot in ("March", "March, shot 2"):
        ask(run, shot, 20.0, partitions={"note": ["p1"]})
    capture(run, 2.0, p1=5, p2=100)

    assert [each.query for each in history(run).latest[0].touched] == ["March"]


def test_a_name_that_is_no_tables_is_taken_for_an_alias(run: Run) -> None:
    ask(run, "by alias", 20.0, partitions={"n": ["p2"]})
    capture(run, 2.0, p1=5, p2=100)

    assert [each.pieces for each in history(run).latest[0].touched] == [("p2",)]


def test_a_query_of_another_table_touches_nothing_here(run: Run) -> None:
    ask(run, "look", 20.0, partitions={"other": ["p1"]})
    other = [{**row, "table": "other"} for row in rows_of(p1=1)]
    run.layouts.create(at="end", time_s=2.0, rows=[*rows_of(p1=1), *other])

    note, theirs = history(run).latest

    assert (list(note.touched), theirs.touched[0].is_all) == ([], True)


def test_subpartitions_are_named_as_explain_names_them(run: Run) -> None:
    run.layouts.create(at="end", time_s=76.0, rows=layout_rows())

    [query] = history(run).latest[0].touched

    assert query.words.startswith("reads 2 of 120 (1.67 %) with ")
    assert query.where == "p4 (2 of 10)"


def test_a_poll_tells_figures_where_only_figures_changed(run: Run) -> None:
    capture(run, 80.0, p1=5, p2=6)
    capture(run, 90.0, p1=9, p2=6)

    news = news_since(85.0, history(run))

    assert news
    assert not news.is_redrawn
    assert [(each["table"], each["moments"][0]["rows"]) for each in news.content] == [("note", [9, 6])]
    assert news_since(95.0, history(run)) is None


def test_a_poll_has_the_picture_drawn_anew_where_partitions_or_queries_changed(run: Run) -> None:
    capture(run, 80.0, p1=5)
    capture(run, 90.0, p1=9, p2=6)

    cut_anew = news_since(85.0, history(run))
    ask(run, "March", 88.0, partitions={"note": ["p1"]})
    capture(run, 91.0, p1=9, p2=6)
    queried = news_since(87.0, history(run))

    assert cut_anew == queried
    assert cut_anew
    assert cut_anew.is_redrawn
