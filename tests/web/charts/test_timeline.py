import pytest

from benchlab.charts.runs.phase_timeline import Timeline, timeline
from benchlab.models import Phase, Run, State
from tests import factories

PLAN = factories.make_plan(seconds=60)


def at(now_s: float, *phases: Phase, state: str = State.RUNNING) -> Timeline:
    return timeline(Run(state=state, plan_json=PLAN.to_json()), phases, now_s)


def phase(name: str, started_s: float, finished_s: float | None = None, **known: float) -> Phase:
    return Phase(name=name, started_s=started_s, finished_s=finished_s, **known)


def test_phases_are_told_in_the_order_of_the_plan_with_the_tables_first() -> None:
    names = [stretch.name for stretch in at(0).stretches]

    assert names[:3] == ["create tables", "preload", "trigger"]


def test_a_drive_for_a_time_says_how_long_it_still_takes() -> None:
    insert = at(36.0, phase("insert", 16.0, expected_s=62.0)).current

    assert insert
    assert (insert.name, insert.seconds, insert.left_s) == ("insert", 20.0, 42.0)


def test_a_load_is_reckoned_from_the_rows_it_has_written() -> None:
    preload = at(10.0, phase("preload", 0.0, done=25_000, total=100_000)).current

    assert preload
    assert (preload.share, preload.left_s) == (0.25, 30.0)


def test_the_first_rows_of_a_load_say_nothing_of_the_last() -> None:
    preload = at(0.5, phase("preload", 0.0, done=900, total=100_000)).current

    assert preload
    assert preload.left_s is None


def test_time_left_is_at_least_what_is_known() -> None:
    told = at(36.0, phase("insert", 16.0, expected_s=62.0))

    assert told.left_words == "at least 0:42 left"


def test_a_phase_that_never_ended_failed_with_its_run() -> None:
    told = at(40.0, phase("preload", 0.0, 12.0), phase("insert", 16.0), state=State.FAILED)

    states = {stretch.name: stretch.state for stretch in told.stretches}
    assert (states["preload"], states["insert"], states["acceptance"]) == ("done", "failed", "skipped")


@pytest.mark.parametrize("state", [State.RUNNING, State.QUEUED])
def test_what_has_not_begun_waits(state: str) -> None:
    assert {stretch.state for stretch in at(0.0, state=state).stretches} == {"waiting"}


def test_the_strip_is_to_scale_and_shows_even_the_shortest() -> None:
    told = at(100.0, phase("preload", 0.0, 20.0), phase("trigger", 20.0, 20.01), phase("insert", 20.01, 100.0))
    width = {place.stretch.name: place.width for place in told.strip}

    assert width["trigger"] == pytest.approx(1.2)
    assert width["insert"] / width["preload"] == pytest.approx(4, rel=0.01)


def test_what_is_to_come_has_its_place_on_the_strip() -> None:
    before = {place.stretch.name: place.width for place in at(0.0).strip}

    assert before["insert"] > 90
