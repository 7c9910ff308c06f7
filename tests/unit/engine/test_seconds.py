"""Seconds put together from what processes report."""

import pytest

from benchlab.engine.events import Second
from benchlab.engine.generator.phase_seconds import PATIENCE_S, PhaseSeconds
from benchlab.engine.generator.process_messages import Tick
from benchlab.engine.generator.tally import Part, Tally, gaps_ms
from benchlab.histogram import Histogram


class Board:
    """Seconds of two processes from 10 s on, warm-up until 11 s, with all that it told."""

    def __init__(self, start_s: float = 10.0, window_start_s: float = 11.0) -> None:
        self.told: list[Second] = []
        self.seconds = PhaseSeconds(
            "insert",
            values_of=lambda tally, width_s: {"per_second": tally.transactions.count / width_s, "behind": 0.0},
            report=self.told.append,
            generator="generator",
        )
        self.seconds.begin(start_s, window_start_s, processes=2)

    def add(self, process: int, second: int, count: int, part: Part = "window", **of_tick: float) -> None:
        tally = Tally(transactions=Histogram.of([1_000_000] * count))
        tick = {"cpu_s": 0.0, "busiest_s": 0.0, "connected": 1, **of_tick}
        self.seconds.add(process, Tick(second, {(second, part): tally}, **tick))

    def of_phase(self) -> list[tuple[float, dict[str, float]]]:
        return [(each.sample.at_s, dict(each.sample.values)) for each in self.told if each.sample.source != "generator"]


def test_a_second_is_told_when_all_processes_have_told_it():
    board = Board()
    board.add(0, 10, 3)
    board.seconds.advance(11.1, end_s=11)
    before = board.of_phase()

    board.add(1, 10, 4)
    board.seconds.advance(11.2, end_s=11)

    assert before == []
    assert board.of_phase() == [(11, {"per_second": 7, "behind": 0})]


def test_seconds_are_told_in_order_and_with_those_in_which_nothing_happened():
    board = Board()
    for process in (0, 1):
        board.add(process, 12, 5)

    board.seconds.advance(13.1, end_s=13)

    assert [(at_s, values["per_second"]) for at_s, values in board.of_phase()] == [(11, 0), (12, 0), (13, 10)]


def test_a_process_that_is_late_leaves_a_gap_and_counts_all_the_same():
    board = Board()
    board.add(0, 10, 3)
    board.seconds.advance(11 + PATIENCE_S + 0.1, end_s=11)

    board.add(1, 10, 4)

    assert board.of_phase() == [(11, {})]
    assert board.seconds.missing == [10]
    assert board.seconds.totals["window"].transactions.count == 7


def test_a_process_that_is_through_is_not_waited_for():
    board = Board()
    board.seconds.end_of(1)
    board.add(0, 10, 3)

    board.seconds.advance(11.1, end_s=11)

    assert board.of_phase()[0][1]["per_second"] == 3


def test_seconds_before_the_window_are_warmup():
    board = Board()
    for process in (0, 1):
        board.add(process, 11, 1)

    board.seconds.advance(12.1, end_s=12)

    assert [each.warmup for each in board.told if each.sample.source == "generator"] == [True, False]


def test_a_part_of_a_second_is_told_as_a_rate():
    board = Board(start_s=10.5, window_start_s=10.5)
    for process in (0, 1):
        board.add(process, 10, 5)
    board.seconds.advance(11.1, end_s=11)

    assert board.of_phase() == [(11, {"per_second": 20, "behind": 0})]
    assert not board.told[0].warmup


def test_a_sliver_at_the_end_is_counted_and_not_charted():
    board = Board()
    for process in (0, 1):
        board.add(process, 10, 1)
        board.add(process, 11, 1)

    board.seconds.advance(99, end_s=11.05)

    assert len(board.of_phase()) == 1
    assert board.seconds.totals["window"].transactions.count == 4


def test_drained_transactions_are_no_part_of_a_second():
    board = Board()
    for process in (0, 1):
        board.add(process, 10, 5, "drain")

    board.seconds.advance(11.1, end_s=11)

    assert board.of_phase()[0][1]["per_second"] == 0
    assert board.seconds.all.transactions.count == 10


def test_waiting_work_and_cpu_are_those_of_all_processes():
    board = Board()
    for process in (0, 1):
        board.add(process, 10, 1, busiest_s=0.5, waiting=7)
        board.add(process, 11, 1, busiest_s=1.25, waiting=0)

    board.seconds.advance(12.1, end_s=12)

    cpu = [each.sample.values["cpu_percent"] for each in board.told if each.sample.source == "generator"]
    assert cpu == [50, 75]
    assert [values["behind"] for _, values in board.of_phase()] == [14, 0]


@pytest.mark.parametrize(
    ("marks_ms", "skip_ms", "total_ms", "gap_ms"),
    [
        ([], 0, 2000, 2000),
        ([0, 500, 1999], 0, 2000, 1498),
        ([100, 900], 0, 1000, 799),
        ([100, 900], 50, 1000, 799),
        ([100, 900], 200, 1000, 700),
        ([100, 900], 0, 1700, 799),
        ([100, 900], 0, 1800, 899),
    ],
)
def test_the_longest_stall_is_found_across_seconds(marks_ms, skip_ms, total_ms, gap_ms):
    moments = [0, 0]
    for mark in marks_ms:
        moments[mark // 1000] |= 1 << mark % 1000

    assert gaps_ms(moments, skip_ms=skip_ms, total_ms=total_ms)[:, 1].max() == gap_ms
