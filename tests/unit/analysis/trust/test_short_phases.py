"""Figures that were timed for too short are named."""

from dataclasses import replace

from benchlab.analysis.trust.short_phases import too_short
from benchlab.definitions.plan.published_figures import Published
from tests.unit.definitions.samples import plan

READ = Published("Read", "read", "seconds", 100.0, "s", applies=True)
SIZE = Published("Size", "size", "details.file_bytes", 100.0, "B", applies=True)
PLAN = replace(plan(), published=(READ, SIZE), shortest_s=2.0)
RESULTS = {"read": {"seconds": 2.5}, "read, shot 2": {"seconds": 0.5}, "size": {"seconds": 0.1}}


def test_the_shortest_shot_of_a_timed_figure_is_told() -> None:
    [sentence] = too_short(PLAN, RESULTS)

    assert sentence.startswith("Timed for less than 2 s")
    assert "read (0.5 s)." in sentence


def test_nothing_is_said_of_what_took_long_enough_or_was_not_measured() -> None:
    assert too_short(PLAN, {"read": {"seconds": 2.5}}) == []
    assert too_short(PLAN, {"read": {"seconds": None}}) == []
    assert too_short(PLAN, {}) == []


def test_nothing_is_said_where_the_definition_wants_no_time() -> None:
    assert too_short(replace(PLAN, shortest_s=0.0), RESULTS) == []
