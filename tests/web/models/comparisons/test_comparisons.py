"""Stored runs in groups, held against the first: what is grouped, what is compared, and what is refused."""

import pytest

from benchlab.analysis.comparisons.why_different import explain
from benchlab.definitions import Refused
from benchlab.models import Experiment, Phase, Run, State
from benchlab.models.comparisons import compare_as_groups, compare_by_pairs
from tests import factories
from tests.experiment_records import make_experiment


def numbers(experiment: Experiment) -> list[int]:
    return [run.pk for run in experiment.current_runs]


@pytest.fixture
def experiment(db) -> Experiment:
    return make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)


def test_the_runs_of_an_experiment_are_grouped_by_combination_and_judged(experiment):
    comparison = compare_as_groups(numbers(experiment))

    assert [(side.label, len(side.members)) for side in comparison.sides] == [("clients 1", 5), ("clients 10", 5)]
    assert comparison.verdict.word == "faster"
    assert "5 against 5 repeats" in comparison.verdict.reason
    assert [(each.name, each.factor) for each in comparison.differences] == [("clients", "clients")]


def test_the_same_runs_without_their_experiment_are_not_comparable_until_the_factor_is_named(experiment):
    runs = numbers(experiment)
    experiment.runs.update(experiment=None)

    unnamed, named = compare_as_groups(runs), compare_as_groups(runs, factors=["clients"])

    assert unnamed.verdict.word == "not comparable"
    assert "parameter clients 1 / 10" in unnamed.verdict.reason
    assert named.verdict.word == "faster"


def test_runs_that_differ_in_nothing_are_held_against_the_first_one_by_one(db):
    first, second = factories.make_run(), factories.make_run()

    comparison = compare_as_groups([first.pk, second.pk])

    assert [side.label for side in comparison.sides] == [f"run {first.pk}", f"run {second.pk}"]
    assert comparison.verdict.word == "too few repeats"
    assert "One run each says nothing about noise" in comparison.verdict.reason


def test_repeats_of_one_combination_are_told_apart_by_their_numbers(experiment):
    ones = numbers(experiment)[::2]

    assert [side.label for side in compare_as_groups(ones).sides] == [f"run {number}" for number in ones]


def test_two_groups_that_are_named_are_compared_as_they_are(experiment):
    runs = numbers(experiment)
    ones, tens = runs[::2], runs[1::2]

    comparison = compare_as_groups(ones, against=tens)

    assert [(side.label, len(side.members)) for side in comparison.sides] == [("clients 10", 5), ("clients 1", 5)]
    assert comparison.verdict.word == "slower"


def test_a_run_that_failed_is_no_result(db):
    finished, failed = factories.make_run(), factories.make_run(State.FAILED)

    comparison = compare_as_groups([finished.pk, failed.pk])

    assert comparison.verdict.word == "not comparable"
    assert f"run {failed.pk} is failed" in comparison.verdict.reason


def test_a_repeat_that_failed_is_left_out_and_named(experiment):
    failed = experiment.runs.filter(cell=1).first()
    Run.objects.filter(pk=failed.pk).update(state=State.FAILED)

    verdict = compare_as_groups(numbers(experiment)).verdict

    assert verdict.word == "faster"
    assert verdict.cautions == (f"Some runs do not count: run {failed.pk} is failed.",)


def test_an_excluded_repeat_does_not_count_and_says_why(experiment):
    odd = experiment.runs.filter(cell=1).first()
    odd.exclude(by="ann", reason="the disk was full")

    comparison = compare_as_groups(numbers(experiment))

    assert [len(side.finished) for side in comparison.sides] == [5, 4]
    assert comparison.verdict.cautions == (f"Some runs do not count: run {odd.pk} is excluded (the disk was full).",)


def test_runs_of_a_low_grade_are_named_beside_the_verdict(experiment):
    doubtful = experiment.runs.filter(cell=0).first()
    Run.objects.filter(pk=doubtful.pk).update(grade="D")

    [caution] = compare_as_groups(numbers(experiment)).verdict.cautions

    assert f"run {doubtful.pk} (grade D)" in caution


@pytest.mark.parametrize("count", [0, 1])
def test_less_than_two_runs_are_refused(db, count):
    runs = [factories.make_run().pk for _ in range(count)]

    with pytest.raises(Refused, match="two runs"):
        compare_as_groups(runs)


def test_phases_of_an_import_may_leave_out_what_they_did_not_measure(experiment):
    for phase in Phase.objects.filter(name="create tables"):
        phase.result = {"name": phase.name, "kind": phase.kind}
        phase.save()

    comparison = compare_as_groups(numbers(experiment))

    assert {row.figure.phase for row in comparison.rows} == {"insert"}
    assert explain(comparison).operation == "transaction"


def test_a_group_held_against_itself_is_refused(experiment):
    runs = numbers(experiment)

    with pytest.raises(Refused, match="the baseline themselves"):
        compare_as_groups(runs, against=runs)


def edited(run: Run, old: str, new: str) -> Run:
    """The run, as one of a revision with another text."""
    run.benchmark.store(run.revision.text.replace(old, new), by=None)
    run.revision = run.benchmark.latest
    run.save(update_fields=["revision"])
    return run


def test_revisions_that_differ_only_in_what_they_say_are_no_difference(db):
    first, second = factories.make_run(), factories.make_run()
    edited(second, "How many connections insert at once.", "How many there are.")

    comparison = compare_as_groups([first.pk, second.pk])

    assert (second.revision.number, comparison.differences) == (2, ())
    assert comparison.verdict.word == "too few repeats"


def test_revisions_of_which_other_statements_run_are_a_difference(db):
    first, second = factories.make_run(), factories.make_run()
    edited(second, "INSERT INTO", "REPLACE INTO")

    comparison = compare_as_groups([first.pk, second.pk])

    assert comparison.verdict.word == "not comparable"
    assert "revision 1 / 2" in comparison.verdict.reason


def slower(run: Run, share: float) -> None:
    phase = run.phases.get(name="insert")
    phase.result["per_second"] *= share
    phase.save()


def test_equal_combinations_of_two_experiments_are_held_against_each_other(experiment):
    later = make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)
    for run in later.runs.filter(cell=1):
        slower(run, 0.7)

    found = compare_by_pairs(numbers(later), against=numbers(experiment))

    assert [pair.label for pair in found.pairs] == ["clients 1", "clients 10"]
    assert found.pairs[1].comparison.verdict.word == found.verdict.word == "slower"
    assert found.verdict.reason.startswith("clients 10: insert")
    assert found.to_json()["metrics"][0]["pair"] == "clients 1"


def test_the_more_combinations_the_more_it_takes(experiment):
    """Four against four are told apart by a p of 0.029, which of two combinations is not enough."""
    ours = [run.pk for run in experiment.current_runs.filter(repeat__lte=4)]
    later = make_experiment({"clients": "1,10"}, repeats=4, states=[State.FINISHED] * 8)
    for run in later.runs.all():
        slower(run, 0.5)

    found = compare_by_pairs(numbers(later), against=ours)
    alone = compare_by_pairs(numbers(later)[::2], against=ours[::2])

    assert [pair.comparison.verdict.word for pair in found.pairs] == ["too few repeats"] * 2
    assert alone.verdict.word == "slower"


def test_a_combination_that_one_of_them_alone_has_is_left_out_and_named(experiment):
    later = make_experiment({"clients": "10,100"}, repeats=5, states=[State.FINISHED] * 10)

    found = compare_by_pairs(numbers(later), against=numbers(experiment))

    assert [pair.label for pair in found.pairs] == ["clients 10"]
    assert found.left_out == ("clients 1", "clients 100")


def test_two_groups_without_a_combination_in_common_are_one_comparison(experiment):
    runs = numbers(experiment)

    assert len(compare_by_pairs(runs[1::2], against=runs[::2], factors=["clients"]).sides) == 2
