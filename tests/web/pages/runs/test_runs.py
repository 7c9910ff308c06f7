from django.test import Client

from benchlab.models import Lock, Run, State
from tests import factories


def test_the_list_costs_the_same_queries_for_two_runs_and_for_thirty(viewer: Client, count_queries) -> None:
    factories.make_run(State.QUEUED)
    factories.make_run(State.QUEUED)
    few = count_queries(lambda: viewer.get("/runs/"))
    for _ in range(28):
        factories.make_run(State.QUEUED)

    many = count_queries(lambda: viewer.get("/runs/"))

    assert many == few


def test_runs_are_found_by_benchmark_server_state_and_person(viewer: Client) -> None:
    factories.make_run(State.QUEUED, label="first")
    other = factories.make_server("db2")
    factories.make_run(State.CANCELLED, label="second", server=other)

    found = viewer.get("/runs/?server=db2&state=cancelled&benchmark=notes").content.decode()

    assert "second" in found
    assert "first" not in found


def test_runs_are_found_by_words_and_by_number(viewer: Client) -> None:
    run = factories.make_run(State.QUEUED, label="nightly")

    by_word = viewer.get("/runs/?q=night").content.decode()
    by_number = viewer.get(f"/runs/?q={run.pk}").content.decode()

    assert "nightly" in by_word
    assert "nightly" in by_number


def test_runs_are_sorted_by_their_headline(viewer: Client) -> None:
    factories.make_run(State.QUEUED, headline=5.0, label="slow")
    factories.make_run(State.QUEUED, headline=9.0, label="fast")

    page = viewer.get("/runs/?sort=headline").content.decode()

    assert page.index("slow") < page.index("fast")


def test_the_pages_address_keeps_the_filter(viewer: Client) -> None:
    for _ in range(51):
        factories.make_run(State.QUEUED)

    page = viewer.get("/runs/?state=queued").content.decode()

    assert "?state=queued&amp;page=2" in page or "?state=queued&page=2" in page


def test_a_list_without_a_fit_says_what_to_do(viewer: Client) -> None:
    page = viewer.get("/runs/?q=nothing").content.decode()

    assert "Change the filter" in page


def test_an_ended_run_is_deleted_and_a_running_one_is_not(admin: Client) -> None:
    ended, running = factories.make_run(State.FINISHED), factories.make_run(State.RUNNING)

    admin.post(f"/runs/{ended.pk}/deletion/")
    admin.post(f"/runs/{running.pk}/deletion/")

    assert list(Run.objects.all()) == [running]


def test_a_queued_run_is_cancelled_by_name(runner: Client) -> None:
    run = factories.make_run(State.QUEUED)

    runner.post(f"/runs/{run.pk}/cancellation/")

    run.refresh_from_db()
    assert (run.state, run.canceller) == (State.CANCELLED, "the-runner")


def test_what_an_ended_run_still_holds_is_said_and_an_admin_may_free_it(admin: Client, viewer: Client) -> None:
    run = factories.make_run(State.CANCELLED, cleaned_up_at=None)
    reason = "could not be undone on db1 yet: Too many connections (error 1040)"
    Lock.objects.create(run=run, resource="server:db1", title="server db1", reason=reason)

    seen = viewer.get(f"/runs/{run.pk}/").content.decode()
    admin.post(f"/runs/{run.pk}/release/")

    assert f"The run still locks server db1: it {reason}." in seen
    assert "An admin can release the locks" in seen
    assert not run.locks.exists()
    assert run.log.filter(message__startswith="the-admin freed server db1").exists()


def test_a_run_that_goes_on_is_not_freed(admin: Client) -> None:
    run = factories.make_run(State.RUNNING)
    Lock.objects.create(run=run, resource="server:db1", title="server db1")

    page = admin.post(f"/runs/{run.pk}/release/", follow=True).content.decode()

    assert run.locks.exists()
    assert "Cancel it first." in page
