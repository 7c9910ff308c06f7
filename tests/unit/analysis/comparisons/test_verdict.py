"""The verdict: what it says, how seldom it is wrong, and how much it sees."""

import numpy as np
import pytest

from benchlab.analysis.comparisons.verdict import verdict, verdicts
from benchlab.analysis.runs.figures import figure_named

THROUGHPUT = figure_named("insert", "drive", "per_second", "higher")
RESPONSE = figure_named("insert", "drive", "latency_ms.p99", "lower")
SEEDS = 2000


def repeats(seed: int, count: int, *, around: float = 18_000, noise: float = 0.02) -> list[float]:
    return np.random.default_rng([seed, int(around)]).normal(around, noise * around, count).tolist()


@pytest.mark.parametrize("count", [5, 7])
def test_equal_series_give_a_false_alarm_in_five_of_a_hundred_at_most(count):
    told = [verdict(repeats(seed, count), repeats(seed + SEEDS, count), THROUGHPUT).word for seed in range(SEEDS)]

    assert sum(word != "within noise" for word in told) <= 0.05 * SEEDS


def test_so_do_equal_series_that_come_in_whole_steps():
    def steps(seed: int) -> list[float]:
        return [round(value, -3) for value in repeats(seed, 7, noise=0.05)]

    told = [verdict(steps(seed), steps(seed + SEEDS), THROUGHPUT).word for seed in range(SEEDS // 2)]

    assert sum(word != "within noise" for word in told) <= 0.05 * SEEDS // 2


def test_several_equal_groups_at_once_give_no_more_false_alarms():
    def alarms(seed: int) -> bool:
        groups = [repeats(10 * seed + group, 7) for group in range(6)]
        return any(each.word != "within noise" for each in verdicts(groups[0], groups[1:], THROUGHPUT))

    assert sum(alarms(seed) for seed in range(200)) <= 0.05 * 200


def test_a_loss_of_5_percent_under_noise_of_2_is_found_with_7_repeats():
    told = [verdict(repeats(seed, 7), repeats(seed, 7, around=17_100), THROUGHPUT).word for seed in range(SEEDS)]

    assert told.count("slower") >= 0.95 * SEEDS


def test_it_says_in_one_sentence_what_was_measured_and_how_sure_it_is():
    found = verdict([100.0, 101, 102, 103], [90.0, 91, 92, 93], THROUGHPUT)

    assert found.word == "slower"
    assert found.reason == (
        "insert: 91.5 transactions/s against 102, \N{MINUS SIGN}9.9 % (95 % interval \N{MINUS SIGN}12.6 % to "
        "\N{MINUS SIGN}7.0 %): slower, by more than the noise of 4 against 4 repeats (p = 0.029)."
    )


def test_a_shorter_response_time_is_faster():
    found = verdict([10.0, 11, 12, 13], [5.0, 6, 7, 8], RESPONSE)

    assert found.word == "faster"
    assert "insert, p99 response time: 6.50 ms against 11.5" in found.reason


def test_three_against_three_are_too_few_whatever_they_show():
    found = verdict([100.0, 101, 102], [50.0, 51, 52], THROUGHPUT)

    assert found.word == "too few repeats"
    assert "Run each at least 1 more time." in found.reason
    assert found.more_repeats == 1


def test_a_difference_that_repeats_in_reason_would_not_settle_says_so():
    found = verdict([100.0, 90, 112], [107.6, 96, 121], THROUGHPUT)

    assert (found.word, found.more_repeats) == ("too few repeats", None)
    assert found.reason.endswith("too small to be settled by repeats in reason: 20 of each would not do.")


def test_one_run_each_has_a_ratio_and_says_that_this_is_no_verdict():
    found = verdict([100.0], [93.0], THROUGHPUT)

    assert (found.word, found.ratio.value, found.p) == ("too few repeats", 0.93, None)
    assert "One run each says nothing about noise" in found.reason
    assert "Run each at least 3 more times" in found.reason


def test_noise_tells_what_would_have_been_seen_and_what_would_settle_it():
    baseline = [100.0, 102, 98, 101, 99, 100.5, 99.5]

    found = verdict(baseline, [1.013 * value for value in baseline], THROUGHPUT)

    assert found.word == "within noise"
    assert 0.015 < found.smallest_visible < 0.05
    assert f"about {found.more_repeats} more repeats of each" in found.reason


def test_groups_of_one_repeat_less_than_it_takes_say_how_many_are_held_against_one():
    found = verdicts([1.0, 2, 3, 4], [[11.0, 12, 13, 14]] * 3, THROUGHPUT)

    assert {each.word for each in found} == {"too few repeats"}
    assert "of 3 groups judged at once" in found[0].reason


def test_repeats_of_two_kinds_and_drifting_ones_are_named():
    mixed, falling = [100.0, 131, 101, 99, 130, 132, 100.5], [105.0, 104, 103, 102, 101, 100, 99]

    found = verdict(mixed, falling, THROUGHPUT)

    assert [caution.split(", ")[0] for caution in found.cautions] == [
        "The repeats of the baseline are of two kinds",
        "The repeats of the other group fall from the first",
    ]


@pytest.mark.parametrize(("baseline", "other", "whose"), [([], [1.0], "the baseline"), ([1.0], [], "the other group")])
def test_a_figure_that_one_lacks_can_not_be_compared(baseline, other, whose):
    found = verdict(baseline, other, THROUGHPUT)

    assert found.word == "not comparable"
    assert whose in found.reason


@pytest.mark.parametrize("extreme", [1e-300, 1e300])
def test_figures_beyond_all_measure_are_judged_nevertheless(extreme):
    wild = [extreme, 1.0, 2.0, 3.0]

    assert verdict([1.0, 2, 3, 4], wild, THROUGHPUT).word == "within noise"
    assert verdict([extreme] * 4, [1 / extreme] * 4, THROUGHPUT).word in ("faster", "slower")


def test_a_figure_of_0_is_compared_without_a_ratio():
    found = verdict([0.0, 0, 0, 0], [3.0, 4, 5, 6], RESPONSE)

    assert (found.word, found.ratio) == ("slower", None)
    assert "a difference of 4.50 ms" in found.reason
