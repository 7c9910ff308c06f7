"""Who is notified of what, and that it is once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchlab.models import Delivery, Event, EventKind, Regression, Run, State
from benchlab.models.benchmarks import queue_reruns
from benchlab.models.notifications.notification_document import document_of
from tests import factories
from tests.experiment_records import make_experiment, put_into
from tests.web.notifications.conftest import make_reader, make_webhook

pytestmark = pytest.mark.django_db(transaction=True)


def delivered() -> list[tuple[str, int | None]]:
    """Subscribers are found once the end of a run is committed."""
    return list(Delivery.objects.order_by("pk").values_list("event__kind", "event__subject_id"))


def end_all(runs, *, failing: int = 0) -> None:
    for at, run in enumerate(runs):
        put_into(run, State.RUNNING)
        assert run.fail("The server went away.") if at < failing else run.finish()


def test_an_event_without_subscribers_has_no_delivery(running):
    running.finish()

    assert Event.objects.get().reacted_at
    assert delivered() == []


@pytest.mark.parametrize(
    ("end", "event"), [(Run.finish, "run.finished"), (lambda run: run.fail("The disk is full."), "run.failed")]
)
def test_the_end_of_a_run_is_told(running, end, event):
    make_webhook()

    end(running)

    assert delivered() == [(event, running.pk)]


def test_a_cancelled_run_is_not_told(running):
    make_webhook()

    running.cancel()

    assert delivered() == []


def test_a_lost_run_is_told_once_although_its_worker_comes_back(running):
    make_webhook()
    running.cleaned_up_at = None
    Run.objects.filter(pk=running.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    keepers = [Run.objects.get(pk=running.pk) for _ in range(2)]

    ended = [each.lose("Worker worker:1 was lost.") for each in keepers]

    assert ended == [True, False]
    assert not running.finish()
    assert delivered() == [("run.failed", running.pk)]


@pytest.mark.parametrize(
    "changes",
    [
        {"is_enabled": False},
        {"events": ["run.failed"]},
        {"benchmark": "other"},
        {"server": "other"},
    ],
)
def test_a_webhook_hears_what_it_asked_for_and_no_more(running, changes):
    made = {"benchmark": factories.make_benchmark, "server": factories.make_server}
    make_webhook(**{name: made.get(name, lambda given: given)(value) for name, value in changes.items()})

    running.finish()

    assert delivered() == []


def test_a_webhook_for_a_benchmark_and_a_server_hears_of_them(running):
    make_webhook(benchmark=running.benchmark, server=running.servers.get())

    running.finish()

    assert delivered() == [("run.finished", running.pk)]


def test_who_asked_for_their_own_runs_hears_of_no_others(running, settings):
    settings.EMAIL_HOST = "mail.example.org"
    make_reader("ann", EventKind.RUN_FINISHED, own=True)
    bob = make_reader("bob", EventKind.RUN_FINISHED, own=True)
    carol = make_reader("carol", EventKind.RUN_FINISHED)
    make_reader("dave", EventKind.RUN_FAILED)
    Run.objects.filter(pk=running.pk).update(created_by=bob)

    Run.objects.get(pk=running.pk).finish()

    assert {each.person for each in Delivery.objects.all()} == {bob, carol}


def test_nobody_is_mailed_without_a_mail_server(running):
    make_reader("ann", EventKind.RUN_FINISHED)

    running.finish()

    assert delivered() == []


def test_an_experiment_is_told_when_its_last_run_ends_and_its_runs_are_not():
    make_webhook()
    experiment = make_experiment(repeats=2)

    end_all(experiment.current_runs)

    assert delivered() == [("experiment.over", experiment.pk)]


def test_of_an_experiment_whose_server_is_gone_one_failed_run_is_delivered():
    make_webhook()
    experiment = make_experiment(repeats=2)
    first = experiment.current_runs[0]

    end_all(experiment.current_runs, failing=3)

    assert delivered() == [("run.failed", first.pk), ("experiment.over", experiment.pk)]


def test_an_experiment_that_is_cut_short_is_told_and_one_that_never_began_is_not():
    make_webhook()
    cut_short, never_began = make_experiment(), make_experiment()
    end_all(cut_short.current_runs[:1])

    for experiment in (cut_short, never_began):
        experiment.request_cancel()

    assert delivered() == [("experiment.over", cut_short.pk)]


def test_cancelling_the_last_queued_run_ends_its_experiment():
    make_webhook()
    experiment = make_experiment()
    *others, last = experiment.current_runs
    end_all(others)

    last.request_cancel()

    assert delivered() == [("experiment.over", experiment.pk)]


def test_an_experiment_whose_runs_are_repeated_is_told_again():
    make_webhook()
    experiment = make_experiment()
    end_all(experiment.current_runs)

    end_all(queue_reruns(experiment, experiment.current_runs[:1], by=None))

    assert delivered() == [("experiment.over", experiment.pk)] * 2


def test_a_regression_is_told_with_both_levels():
    make_webhook()
    nights = [factories.make_run(State.FINISHED, seconds=5) for _ in range(20)]
    for at, run in enumerate(nights):
        phase = run.phases.get(name="insert")
        phase.result["per_second"] = (18_000 if at < 12 else 14_400) + at % 5
        phase.save()
    Run.objects.filter(pk=nights[-1].pk).update(state=State.RUNNING)

    Run.objects.get(pk=nights[-1].pk).finish()

    found = Event.objects.get(kind=EventKind.REGRESSION_FOUND)
    assert found.subject_id == Regression.objects.get().pk
    assert document_of(found)["figure"]["before"] == 18_001.5
    assert document_of(found)["figure"]["value"] == 14_402.5
    assert document_of(found)["title"] == f"notes on db1 became worse with run {nights[12].pk}"
