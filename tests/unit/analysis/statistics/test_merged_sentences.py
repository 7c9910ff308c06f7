"""Sentences that differ in their figures alone."""

import pytest

from benchlab.analysis.statistics.merged_sentences import with_ranges, without_figures


@pytest.mark.parametrize(
    ("sentences", "told"),
    [
        (["74 % went elsewhere.", "91 % went elsewhere.", "86 % went elsewhere."], "74 to 91 % went elsewhere."),
        (["3 of 7, at most 2.5 ms.", "3 of 12, at most 0.25 ms."], "3 of 7 to 12, at most 0.25 to 2.5 ms."),
        (["1,200 late, 9 %", "900 late, 9.0 %"], "900 to 1,200 late, 9 %"),
        (["The p99 took 5s.", "The p99 took 4s."], "The p99 took 4 to 5s."),
        (["It ended at 20."], "It ended at 20."),
    ],
)
def test_they_are_told_as_one_with_the_range_of_each_figure(sentences: list[str], told: str) -> None:
    assert len({without_figures(each) for each in sentences}) == 1
    assert with_ranges(sentences) == told


@pytest.mark.parametrize(
    ("one", "other"), [("MariaDB 10.11.19.", "MariaDB 10.11.20."), ("The p95 rose.", "The p99 rose.")]
)
def test_names_and_versions_are_no_figures(one: str, other: str) -> None:
    assert without_figures(one) != without_figures(other)
