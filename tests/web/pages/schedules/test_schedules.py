"""Schedules as people make, read and change them."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from benchlab.models import Occurrence, OccurrenceOutcome, Run, Schedule
from tests import factories

CHOICE = {"server": "db1", "repeats": "1", "label": "", "set-clients": "4", "set-duration": "5s", "set-trigger": "on"}
TIMES = {"name": "nightly-notes", "when": "Nightly at 2:00", "zone": "Europe/Berlin", "late_minutes": "30"}
FORM = {**CHOICE, **TIMES, "revision": "", "factors": "version, engine"}
NEW = "/benchmarks/notes/schedule/"


@pytest.fixture
def made(runner: Client) -> Schedule:
    factories.make_server()
    factories.make_benchmark()
    assert runner.post(NEW, FORM).status_code == 302
    return Schedule.objects.get()


def text_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_form_makes_a_schedule_in_ones_own_name(made: Schedule) -> None:
    assert (made.name, made.when, made.zone, made.late_minutes) == (
        "nightly-notes",
        "nightly at 02:00",
        "Europe/Berlin",
        30,
    )
    assert made.given == {"clients": ["4"], "duration": ["5s"], "trigger": ["true"]}
    assert (made.revision, made.in_turn, made.factors, made.owner.username) == (
        None,
        False,
        ["version", "engine"],
        "the-runner",
    )


def test_several_servers_and_lists_make_an_experiment_each_time(runner: Client, made: Schedule) -> None:
    factories.make_server("db2")

    runner.post(f"{made.get_absolute_url()}edit/", {**FORM, "server": ["db1", "db2"], "set-clients": "1,10"})

    made.refresh_from_db()
    assert (made.in_turn, made.given["clients"]) == (True, ["1", "10"])
    assert made.prepare().grid.run_count == 4


def test_a_fixed_revision_stays_when_the_definition_is_edited(runner: Client, made: Schedule) -> None:
    runner.post(f"{made.get_absolute_url()}edit/", {**FORM, "revision": "1"})
    factories.rename_clients(made.benchmark)

    text = text_of(runner, f"{made.get_absolute_url()}edit/")

    assert 'name="set-clients"' in text
    assert "Always revision 2" in text
    assert runner.post(f"{made.get_absolute_url()}edit/", {**FORM, "revision": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"when": "at night"}, "is not understood"),
        ({"when": "0 0 31 2 *"}, "never comes"),
        ({"zone": "Mars/Olympus"}, "There is no time zone"),
        ({"name": "Nightly Notes"}, "small letters"),
        ({"late_minutes": "-1"}, "greater than or equal to 0"),
        ({"set-clients": "0"}, "1"),
        ({"server": "nowhere"}, "There is no server"),
    ],
)
def test_what_can_not_be_is_said_beside_its_field_and_not_saved(runner: Client, change, sentence) -> None:
    factories.make_server()
    factories.make_benchmark()

    response = runner.post(NEW, {**FORM, **change})

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Schedule.objects.exists()


def test_a_name_is_had_once(runner: Client, made: Schedule) -> None:
    response = runner.post(NEW, FORM)

    assert (response.status_code, Schedule.objects.count()) == (422, 1)
    assert "A schedule with this name already exists" in response.content.decode()


def test_editing_shows_what_was_saved(runner: Client, made: Schedule) -> None:
    text = text_of(runner, f"{made.get_absolute_url()}edit/")

    for shown in ('value="nightly at 02:00"', 'value="Europe/Berlin"', 'value="4"', 'value="version, engine"'):
        assert shown in text


def test_the_next_three_times_are_told_while_one_writes(runner: Client) -> None:
    text = text_of(runner, "/timetable/?when=0+3+29+2+*&zone=UTC")

    assert text.count("29 Feb 03:00 UTC") == 3


def test_what_is_not_understood_yet_is_told_while_one_writes(runner: Client) -> None:
    assert "is not understood" in text_of(runner, "/timetable/?when=at+night&zone=UTC")


def test_run_now_shows_what_was_launched(runner: Client, made: Schedule) -> None:
    response = runner.post(f"{made.get_absolute_url()}runs/")

    run = Run.objects.get()
    assert response["Location"] == run.get_absolute_url()
    assert "by the-runner, by schedule nightly-notes" in text_of(runner, run.get_absolute_url())
    assert "run now, by the-runner" in text_of(runner, made.get_absolute_url())


def test_run_now_says_why_not(runner: Client, made: Schedule) -> None:
    runner.post(f"{made.get_absolute_url()}runs/")

    text = runner.post(f"{made.get_absolute_url()}runs/", follow=True).content.decode()

    assert "still waits" in text


def test_pausing_and_going_on(runner: Client, made: Schedule) -> None:
    runner.post(f"{made.get_absolute_url()}pause/")
    assert "None while the schedule is paused" in text_of(runner, made.get_absolute_url())

    runner.post(f"{made.get_absolute_url()}resumption/")
    assert Schedule.objects.get().next_at > datetime.now(UTC)


def test_deleting_keeps_what_was_launched(runner: Client, made: Schedule) -> None:
    runner.post(f"{made.get_absolute_url()}runs/")

    runner.post(f"{made.get_absolute_url()}deletion/")

    assert not Schedule.objects.exists()
    assert Run.objects.exists()
    assert "No schedule yet" in text_of(runner, "/schedules/")


def test_a_time_without_a_launch_shows_why(runner: Client, made: Schedule) -> None:
    at = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    told = {"outcome": OccurrenceOutcome.MISSED, "reason": "benchlab was not running at its time."}
    Occurrence.objects.create(schedule=made, due_at=at, **told)

    text = text_of(runner, made.get_absolute_url())

    assert "Sun 22 Nov 02:00 CET" in text
    assert "benchlab was not running at its time." in text
    assert "missed" in text_of(runner, "/schedules/")


def test_the_verdict_and_the_grade_are_shown_with_a_way_to_the_comparison(runner: Client, made: Schedule) -> None:
    run = factories.make_run(seconds=3)
    told = {"label": "", "word": "slower", "reason": "The figure fell.", "ratio": {"value": 0.8, "interval": None}}
    judged = {"verdict": "slower", "verdicts": [{**told, "runs": [run.pk], "against": [7]}], "grade": "B"}
    at = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    Occurrence.objects.create(
        schedule=made, due_at=at, outcome=OccurrenceOutcome.LAUNCHED, run=run, judged_at=at, **judged
    )

    text = text_of(runner, made.get_absolute_url())

    assert "The figure fell." in text
    assert f"/comparison/?run={run.pk}&amp;against=7&amp;factor=version&amp;factor=engine" in text
    assert "slower" in text_of(runner, "/schedules/")


def test_the_list_takes_as_many_queries_for_many_as_for_one(runner: Client, made: Schedule, count_queries) -> None:
    one = count_queries(lambda: runner.get("/schedules/"))
    for name in ("a", "b", "c"):
        runner.post(NEW, {**FORM, "name": name})

    assert count_queries(lambda: runner.get("/schedules/")) == one


def test_a_benchmark_leads_to_its_schedule(runner: Client, made: Schedule) -> None:
    assert f'href="{NEW}"' in text_of(runner, "/benchmarks/notes/")
