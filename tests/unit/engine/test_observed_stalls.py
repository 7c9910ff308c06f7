"""The stall that clients observed during a statement, from the milliseconds in which they had answers."""

import pytest

from benchlab.engine.generator.phase_seconds import SecondSummary
from benchlab.engine.phases.client_stalls import ObservedStall, TimedStatement, details, observed_stall

MEASURED_S = (10.0, 20.0)


def window(*, silent_ms: tuple[int, int] = (0, 0), longest_ms: float = 3.0) -> dict[int, SecondSummary]:
    """An answer in every millisecond from 10 to 20 s but the silent ones, counted from 10 s; the last one long."""
    summaries = {second: SecondSummary(1000, 0, 1.0) for second in range(10, 20)}
    for ms in range(10_000):
        if not silent_ms[0] <= ms < silent_ms[1]:
            summaries[10 + ms // 1000].moments |= 1 << ms % 1000
    summaries[10 + silent_ms[1] // 1000].longest_ms = longest_ms
    return summaries


def action(began_s: float, ended_s: float) -> TimedStatement:
    return TimedStatement("purge", "truncate", began_s, ended_s)


def test_a_stall_that_outlasts_the_statement_is_reported_in_full() -> None:
    found = observed_stall(
        "insert", action(12.0, 12.5), window(silent_ms=(1_900, 3_200), longest_ms=1_305.0), MEASURED_S
    )

    assert found == ObservedStall("insert", stall_s=pytest.approx(1.3), otherwise_s=0, longest_ms=1305.0, partly=False)


def test_a_stall_at_another_time_is_not_the_actions() -> None:
    found = observed_stall("insert", action(15.0, 15.5), window(silent_ms=(1_900, 3_200)), MEASURED_S)

    assert found
    assert (found.stall_s, found.otherwise_s) == (0, pytest.approx(1.3))
    assert found.longest_ms == 1.0


def test_a_statement_that_outlasts_the_drive_is_observed_in_part() -> None:
    found = observed_stall("insert", action(19.0, 40.0), window(silent_ms=(9_500, 9_999)), MEASURED_S)

    assert found
    assert found.partly
    assert found.stall_s == pytest.approx(0.499)


@pytest.mark.parametrize(("began_s", "ended_s"), [(3.0, 9.0), (20.0, 21.0)])
def test_a_statement_outside_of_the_measured_window_is_not_observed(began_s: float, ended_s: float) -> None:
    assert observed_stall("insert", action(began_s, ended_s), window(), MEASURED_S) is None


def test_the_worst_of_all_are_figures_of_their_own() -> None:
    mild, bad = ObservedStall("a", 0.1, 0.0, 5.0, partly=False), ObservedStall("b", 2.0, 0.1, 2100.0, partly=False)

    told = details([(action(1, 2), [mild]), (action(3, 4), [mild, bad])])

    assert (told["stall_s"], told["longest_ms"]) == (2.0, 2100.0)
    assert [len(each["felt"]) for each in told["actions"]] == [1, 2]


def test_without_an_observed_stall_there_are_no_figures() -> None:
    assert details([(action(1, 2), [])]) == {}
