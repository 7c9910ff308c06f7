"""Baselines: one for each benchmark, server and parameters, and the repeats that belong to it."""

import pytest

from benchlab.definitions import Refused
from benchlab.models import Baseline, Run, State
from tests import factories
from tests.experiment_records import make_experiment

pytestmark = pytest.mark.django_db


def test_a_later_run_of_its_kind_finds_its_baseline():
    pinned, later = factories.make_run(), factories.make_run()
    person = factories.make_user()

    baseline = pinned.pin_as_baseline(by=person)

    assert Baseline.objects.of(later) == baseline
    assert (baseline.run, baseline.pinned_by) == (pinned, person)


def test_another_server_and_other_parameters_have_baselines_of_their_own():
    pinned, elsewhere, otherwise = factories.make_run(), factories.make_run(), factories.make_run()
    elsewhere.servers.set([factories.make_server("db2")])
    otherwise.plan_json["parameters"]["clients"] = 99
    otherwise.save()

    pinned.pin_as_baseline(by=None)

    assert Baseline.objects.of(elsewhere) is None
    assert Baseline.objects.of(otherwise) is None


def test_a_new_baseline_takes_the_place_of_the_old():
    old, new = factories.make_run(), factories.make_run()

    old.pin_as_baseline(by=None)
    new.pin_as_baseline(by=None)

    assert [each.run for each in Baseline.objects.all()] == [new]


def test_the_repeats_of_an_experiment_are_the_baseline_with_the_one_that_is_pinned():
    experiment = make_experiment({"clients": "1,10"}, repeats=4, states=[State.FINISHED] * 7 + [State.FAILED])
    first, second, excluded, failed = experiment.runs.filter(cell=1).order_by("repeat")
    excluded.exclude(by="ann", reason="swapped")

    baseline = first.pin_as_baseline(by=None)

    assert failed.state == State.FAILED
    assert set(baseline.repeats) == {first, second}


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED, State.RUNNING])
def test_what_is_no_result_is_no_baseline(state):
    with pytest.raises(Refused, match="does not count"):
        factories.make_run(state).pin_as_baseline(by=None)


def test_an_imported_run_whose_server_is_not_known_is_no_baseline():
    with pytest.raises(Refused, match="is not known here"):
        factories.make_imported().pin_as_baseline(by=None)


def test_a_deleted_run_is_no_baseline_any_more():
    factories.make_run().pin_as_baseline(by=None)

    Run.objects.get().delete()

    assert not Baseline.objects.exists()
