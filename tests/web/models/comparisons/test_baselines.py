"""Baselines: one for each benchmark, server and parameters, and the repeats that belong to it."""

import pytest

from benchlab.definitions import Refused
from benchlab.models import AuditEntry, Baseline, Experiment, Run, State
from benchlab.models.comparisons import pin_experiment, pin_run
from benchlab.models.comparisons.baseline import SINGLE
from benchlab.models.runs import deletion
from tests import factories
from tests.experiment_records import make_experiment

pytestmark = pytest.mark.django_db


def test_a_later_run_of_its_kind_finds_its_baseline():
    pinned, later = factories.make_run(), factories.make_run()
    person = factories.make_user()

    baseline = pin_run(pinned, by=person)

    assert Baseline.objects.of(later) == baseline
    assert (baseline.run, baseline.pinned_by) == (pinned, person)


def test_another_server_and_other_parameters_have_baselines_of_their_own():
    pinned, elsewhere, otherwise = factories.make_run(), factories.make_run(), factories.make_run()
    elsewhere.servers.set([factories.make_server("db2")])
    otherwise.plan_json["parameters"]["clients"] = 99
    otherwise.save()

    pin_run(pinned, by=None)

    assert Baseline.objects.of(elsewhere) is None
    assert Baseline.objects.of(otherwise) is None


def test_a_new_baseline_takes_the_place_of_the_old():
    old, new = factories.make_run(), factories.make_run()

    pin_run(old, by=None)
    pin_run(new, by=None)

    assert [each.run for each in Baseline.objects.all()] == [new]


def test_the_repeats_of_an_experiment_are_the_baseline_with_the_one_that_is_pinned():
    experiment = make_experiment({"clients": "1,10"}, repeats=4, states=[State.FINISHED] * 7 + [State.FAILED])
    first, second, excluded, failed = experiment.runs.filter(cell=1).order_by("repeat")
    excluded.exclude(by="ann", reason="swapped")

    baseline = pin_run(first, by=None)

    assert failed.state == State.FAILED
    assert set(baseline.repeats) == {first, second}


@pytest.fixture
def experiment() -> Experiment:
    """Two combinations in turn, four repeats of each."""
    return make_experiment({"clients": "1,10"}, repeats=4, states=[State.FINISHED] * 8)


@pytest.mark.django_db(transaction=True)
def test_a_baseline_whose_run_is_deleted_or_excluded_passes_to_the_next_repeat_that_counts(experiment):
    first, second, third, fourth = experiment.runs.filter(cell=1).order_by("repeat")
    pinned, deleted = pin_run(first, by=None), str(first)
    second.exclude(by="ann", reason="swapped")

    deletion.remove(first)
    pinned.refresh_from_db()
    assert (pinned.run, set(pinned.repeats)) == (third, {third, fourth})

    third.exclude(by="ann", reason="swapped, too")
    pinned.refresh_from_db()
    assert pinned.run == fourth
    told = AuditEntry.objects.filter(action="pinned as baseline").values_list("subject", "details")
    assert list(told) == [
        (str(fourth), {"reason": f"{third} was excluded"}),
        (str(third), {"reason": f"{deleted} was deleted"}),
        (deleted, {}),
    ]


def test_a_baseline_that_is_no_good_one_says_so(experiment):
    first, *others = experiment.runs.filter(cell=1).order_by("repeat")
    assert pin_run(first, by=None).cautions == []

    Run.objects.filter(pk=others[0].pk).update(grade="D", trust_reasons=["The data was another.", "Swapped."])
    assert pin_run(first, by=None).cautions == ["The trust of 1 of its 4 runs is D: The data was another."]

    alone = factories.make_run(grade="D")
    told = "Its trust is D: unusable: the results do not measure what they should."
    assert pin_run(alone, by=None).cautions == [told, SINGLE]


@pytest.mark.django_db(transaction=True)
def test_a_baseline_goes_with_the_last_of_its_repeats_and_the_audit_log_says_so():
    alone = factories.make_run()
    pin_run(alone, by=None)

    alone.exclude(by="ann", reason="swapped")

    assert not Baseline.objects.exists()
    told = AuditEntry.objects.get(action="unpinned as baseline")
    assert told.details == {"reason": f"{alone} was excluded, and no other repeat counts"}


def test_the_baselines_of_an_experiment_go_with_it_at_once(experiment):
    pin_experiment(experiment, by=None)

    experiment.remove()

    told = AuditEntry.objects.filter(action__endswith="as baseline").values_list("action", flat=True)
    assert sorted(told) == ["pinned as baseline"] * 2 + ["unpinned as baseline"] * 2


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED, State.RUNNING])
def test_what_is_no_result_is_no_baseline(state):
    with pytest.raises(Refused, match="does not count"):
        pin_run(factories.make_run(state), by=None)


def test_an_imported_run_whose_server_is_not_known_is_no_baseline():
    with pytest.raises(Refused, match="is not known here"):
        pin_run(factories.make_imported(), by=None)


def test_a_deleted_run_is_no_baseline_any_more():
    pin_run(factories.make_run(), by=None)

    Run.objects.get().delete()

    assert not Baseline.objects.exists()
