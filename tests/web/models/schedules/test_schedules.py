"""Launches that come again and again: once each, in whoever's name, and never silently not."""

from datetime import UTC, datetime, timedelta

import pytest

from benchlab.definitions import Refused
from benchlab.models import AuditEntry, Experiment, Occurrence, OccurrenceOutcome, Role, Run, Schedule, Server, State
from benchlab.models.comparisons import pin_experiment, pin_run
from benchlab.models.schedules import baseline_check, scheduler
from tests import factories
from tests.experiment_records import put_into

NIGHT = datetime(2026, 11, 22, 2, 0, tzinfo=UTC)


@pytest.fixture
def ann():
    return factories.make_user()


@pytest.fixture
def nightly(server, benchmark_of_notes, ann) -> Schedule:
    """It is due at NIGHT."""
    return make_schedule(benchmark_of_notes, ann)


def make_schedule(benchmark, by, **changes) -> Schedule:
    known = {"name": "nightly-notes", "when": "nightly at 02:00", "given": {"clients": "1"}}
    schedule = Schedule(benchmark=benchmark, **{**known, **changes})
    schedule.keep(list(Server.objects.all()), by=by)
    Schedule.objects.filter(pk=schedule.pk).update(next_at=NIGHT)
    return Schedule.objects.get(pk=schedule.pk)


def told() -> list[tuple[str, str]]:
    return [(each.outcome, each.reason) for each in Occurrence.objects.order_by("pk")]


def test_at_its_time_it_launches_in_its_owners_name(nightly, ann):
    [occurrence] = scheduler.launch_due(NIGHT)

    run = Run.objects.get()
    assert (run.created_by, run.by_schedule, run.plan.parameters["clients"]) == (ann, "nightly-notes", 1)
    assert (occurrence.launched, occurrence.due_at, occurrence.outcome) == (run, NIGHT, OccurrenceOutcome.LAUNCHED)
    assert Schedule.objects.get().next_at == NIGHT + timedelta(days=1)


def test_before_its_time_nothing_happens(nightly):
    assert scheduler.launch_due(NIGHT - timedelta(seconds=1)) == []


def test_what_two_keepers_see_due_is_launched_once(nightly):
    slower = Schedule.objects.get()
    scheduler.launch_due(NIGHT)

    assert scheduler._occur_safely(slower, NIGHT) == []
    assert Run.objects.count() == Occurrence.objects.count() == 1


def test_a_schedule_that_was_changed_meanwhile_is_looked_at_anew(nightly):
    stale = Schedule.objects.get()
    Schedule.objects.get().pause()

    assert scheduler._occur_safely(stale, NIGHT) == []


def test_lists_and_repeats_make_an_experiment(server, benchmark_of_notes, ann):
    make_schedule(benchmark_of_notes, ann, given={"clients": "1,10"}, repeats=2)

    scheduler.launch_due(NIGHT)

    experiment = Experiment.objects.get()
    assert (experiment.run_count, experiment.by_schedule, experiment.created_by) == (4, "nightly-notes", ann)
    assert {run.by_schedule for run in experiment.runs.all()} == {"nightly-notes"}


def test_several_servers_take_turns(server, benchmark_of_notes, ann):
    factories.make_server("db2")
    make_schedule(benchmark_of_notes, ann, in_turn=True)

    scheduler.launch_due(NIGHT)

    assert [run.server_names for run in Experiment.objects.get().current_runs] == [["db1"], ["db2"]]


def test_the_newest_revision_is_launched_unless_one_is_fixed(nightly, benchmark_of_notes):
    edited = benchmark_of_notes.latest.text.replace("default: 30s", "default: 5s")
    fixed = make_schedule(benchmark_of_notes, None, name="fixed", revision=benchmark_of_notes.latest)
    benchmark_of_notes.store(edited, by=None)

    scheduler.launch_due(NIGHT)

    revisions = {run.by_schedule: run.revision.number for run in Run.objects.all()}
    assert revisions == {"nightly-notes": 2, fixed.name: 1}


@pytest.mark.parametrize(("state", "word"), [(State.QUEUED, "waits"), (State.RUNNING, "runs")])
def test_while_the_last_one_goes_on_a_time_is_skipped_and_says_so(nightly, state, word):
    scheduler.launch_due(NIGHT)
    Run.objects.update(state=state)

    scheduler.launch_due(NIGHT + timedelta(days=1))

    assert told()[1] == (
        OccurrenceOutcome.SKIPPED,
        f"Run {Run.objects.get().pk} of it still {word}; it is not launched again until that has ended.",
    )


def test_once_the_last_one_is_over_the_next_is_launched(nightly):
    scheduler.launch_due(NIGHT)
    Run.objects.update(state=State.FAILED)

    scheduler.launch_due(NIGHT + timedelta(days=1))

    assert [outcome for outcome, _ in told()] == [OccurrenceOutcome.LAUNCHED, OccurrenceOutcome.LAUNCHED]


def test_a_time_that_was_missed_is_made_up_for_within_its_window(nightly):
    scheduler.launch_due(NIGHT + timedelta(minutes=34))

    assert told() == [(OccurrenceOutcome.LAUNCHED, "Launched 34 min late: benchlab was not running at its time.")]


def test_a_time_missed_by_more_is_told_and_not_made_up_for(nightly):
    scheduler.launch_due(NIGHT + timedelta(minutes=61))

    assert told() == [(OccurrenceOutcome.MISSED, "benchlab was not running at its time.")]
    assert not Run.objects.exists()
    assert Schedule.objects.get().next_at == NIGHT + timedelta(days=1)


def test_of_many_that_were_missed_the_last_is_made_up_for_once(nightly):
    scheduler.launch_due(NIGHT + timedelta(days=3, minutes=20))

    missed, launched = told()
    assert missed == (
        OccurrenceOutcome.MISSED,
        "benchlab was not up: 3 times were missed, the last at 2026-11-24 02:00.",
    )
    assert launched[0] == OccurrenceOutcome.LAUNCHED
    assert Run.objects.count() == 1


def test_what_can_not_be_launched_says_why_and_comes_again(nightly, benchmark_of_notes):
    factories.rename_clients(benchmark_of_notes)

    scheduler.launch_due(NIGHT)

    [(outcome, reason)] = told()
    assert outcome == OccurrenceOutcome.REFUSED
    assert "There is no such parameter" in reason
    assert Schedule.objects.get().next_at == NIGHT + timedelta(days=1)


@pytest.mark.parametrize("change", [{"role": Role.VIEWER}, {"is_active": False}])
def test_whoever_may_not_launch_any_more_launches_by_no_schedule_either(nightly, ann, change):
    type(ann).objects.update(**change)

    scheduler.launch_due(NIGHT)

    assert told() == [(OccurrenceOutcome.REFUSED, scheduler.NOT_ALLOWED.format(owner="ann"))]


def test_a_bug_in_one_schedule_keeps_no_other_from_launching(nightly, benchmark_of_notes, ann):
    make_schedule(benchmark_of_notes, ann, name="another")
    Schedule.objects.filter(name="another").update(given=["no mapping"])

    scheduler.launch_due(NIGHT)

    assert {each.schedule.name: each.outcome for each in Occurrence.objects.all()} == {
        "nightly-notes": OccurrenceOutcome.LAUNCHED,
        "another": OccurrenceOutcome.REFUSED,
    }


def test_a_paused_schedule_is_not_due_and_makes_up_for_nothing_when_it_goes_on(nightly):
    nightly.pause()
    assert scheduler.launch_due(NIGHT) == []

    nightly.resume()

    assert nightly.next_at > datetime.now(UTC)
    assert not Occurrence.objects.exists()


def test_run_now_launches_beside_its_times_in_the_name_of_who_asks(nightly):
    bob = factories.make_user("bob")

    launched = scheduler.launch_now(nightly, by=bob)

    occurrence = Occurrence.objects.get()
    assert (launched.created_by, launched.by_schedule, occurrence.asked_by) == (bob, "nightly-notes", bob)
    assert Schedule.objects.get().next_at == NIGHT


def test_run_now_is_refused_while_the_last_one_goes_on(nightly):
    scheduler.launch_now(nightly, by=None)

    with pytest.raises(Refused, match="still waits"):
        scheduler.launch_now(nightly, by=None)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"when": "at night"}, "is not understood"),
        ({"zone": "Mars"}, "There is no time zone"),
        ({"given": {"clients": "0"}}, "1"),
        ({"given": {"nothing": "1"}}, "There is no such parameter"),
        ({"repeats": 500}, "200 at most"),
    ],
)
def test_what_could_never_be_launched_is_not_kept(server, benchmark_of_notes, change, sentence):
    with pytest.raises(Refused, match=sentence):
        make_schedule(benchmark_of_notes, None, **change)

    assert not Schedule.objects.exists()


def test_a_server_with_a_schedule_is_not_forgotten(nightly, server):
    with pytest.raises(Refused, match="nightly-notes"):
        server.remove()


def test_what_a_schedule_launched_outlives_it(nightly):
    scheduler.launch_due(NIGHT)

    nightly.remove()

    assert Run.objects.get().by_schedule == "nightly-notes"


def test_the_audit_log_names_owner_and_schedule(nightly):
    scheduler.launch_due(NIGHT)

    entry = AuditEntry.objects.get(action="launched")
    assert (entry.who, entry.means) == ("ann", "schedule nightly-notes")


def launched_at(schedule, night) -> Run:
    Schedule.objects.filter(pk=schedule.pk).update(next_at=night)
    scheduler.launch_due(night)
    run = Run.objects.latest("pk")
    put_into(run, State.FINISHED)
    return run


def test_what_is_over_is_held_against_the_pinned_baseline(nightly):
    pinned = launched_at(nightly, NIGHT)
    pin_run(pinned, by=None)
    baseline_check.judge_ended()
    run = launched_at(nightly, NIGHT + timedelta(days=1))
    Run.objects.filter(pk=run.pk).update(grade="B")

    baseline_check.judge_ended()

    first, last = Occurrence.objects.order_by("pk")
    assert (first.verdict, first.verdicts[0]["reason"]) == ("", baseline_check.IS_BASELINE)
    assert (last.verdict, last.grade) == ("too few repeats", "B")
    assert (last.verdicts[0]["runs"], last.verdicts[0]["against"]) == ([run.pk], [pinned.pk])
    assert last.comparison == f"/comparison/?run={run.pk}&against={pinned.pk}"


def test_without_a_baseline_it_says_how_to_come_by_one(nightly):
    launched_at(nightly, NIGHT)

    baseline_check.judge_ended()

    occurrence = Occurrence.objects.get()
    assert (occurrence.verdict, occurrence.verdicts[0]["reason"]) == ("", baseline_check.NO_BASELINE)
    assert occurrence.judged_at


def test_each_combination_of_an_experiment_has_its_verdict_and_the_worst_is_the_occurrences(server, benchmark_of_notes):
    schedule = make_schedule(benchmark_of_notes, None, given={"clients": "1,10"}, repeats=5)
    first = finished_experiment(schedule, NIGHT)
    pin_experiment(first, by=None)
    baseline_check.judge_ended()
    second = finished_experiment(schedule, NIGHT + timedelta(days=1))
    for run in second.runs.filter(cell=1):
        halve(run)

    baseline_check.judge_ended()

    occurrence = Occurrence.objects.latest("pk")
    assert [each["label"] for each in occurrence.verdicts] == ["clients 1", "clients 10"]
    assert occurrence.verdicts[1]["word"] == occurrence.verdict == "slower"


def finished_experiment(schedule, night) -> Experiment:
    Schedule.objects.filter(pk=schedule.pk).update(next_at=night)
    scheduler.launch_due(night)
    experiment = Experiment.objects.latest("pk")
    for run in experiment.runs.all():
        put_into(run, State.FINISHED)
    return experiment


def halve(run) -> None:
    phase = run.phases.get(name="insert")
    phase.result["per_second"] /= 2
    phase.save()


def test_what_goes_on_is_not_judged(nightly):
    scheduler.launch_due(NIGHT)

    assert baseline_check.judge_ended() == []


def test_one_that_can_not_be_judged_says_so_and_keeps_no_other_from_it(nightly):
    run = launched_at(nightly, NIGHT)
    Run.objects.filter(pk=run.pk).update(plan_json={})
    launched_at(nightly, NIGHT + timedelta(days=1))

    baseline_check.judge_ended()

    told = [each.verdicts[0]["reason"] for each in Occurrence.objects.order_by("pk")]
    assert told == [baseline_check.BUG, baseline_check.NO_BASELINE]
    assert baseline_check.judge_ended() == []


def test_an_edit_of_what_has_changed_meanwhile_is_refused(nightly):
    stale = Schedule.objects.get()
    scheduler.launch_due(NIGHT)

    with pytest.raises(Refused, match="at this moment"):
        stale.keep(list(Server.objects.all()), by=None)
