"""What people say of a run: notes in Markdown, tags, and that it counts no more."""

import pytest
from django.test import Client

from benchlab.models import Note, Run, State, Tag, User
from benchlab.models.results import result_document
from tests import factories

BY_SCRIPT = {"hx-request": "true"}


@pytest.fixture
def noted(runner: Client, finished: Run) -> Note:
    runner.post(f"/runs/{finished.pk}/notes/", {"text": "After the upgrade"})
    return finished.notes.get()


def test_a_note_is_shown_as_markdown_and_whatever_is_html_in_it_as_text(runner: Client, finished: Run) -> None:
    text = "**bold**, <script>alert(1)</script> [here](javascript:alert(1)) ![](http://elsewhere/pixel.png)"

    page = runner.post(f"/runs/{finished.pk}/notes/", {"text": text}, headers=BY_SCRIPT).content.decode()

    assert "<strong>bold</strong>" in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert 'href="javascript' not in page
    assert "<img" not in page


def test_who_wrote_a_note_may_change_and_delete_it(runner: Client, noted: Note) -> None:
    address = f"/runs/{noted.run_id}/notes/{noted.pk}/"

    page = runner.post(address, {"text": "Before the upgrade"}, headers=BY_SCRIPT).content.decode()
    runner.post(f"{address}deletion/")

    assert "Before the upgrade" in page
    assert ", edited" in page
    assert not Note.objects.exists()


def test_nobody_else_may_change_it_but_an_admin(noted: Note, admin: Client) -> None:
    other = Client()
    other.force_login(factories.make_user("bob"))
    address = f"/runs/{noted.run_id}/notes/{noted.pk}/"

    refused = other.post(address, {"text": "Mine"})
    admin.post(address, {"text": "The admin's"})

    noted.refresh_from_db()
    assert refused.status_code == 403
    assert noted.text == "The admin's"
    assert "note-edit" not in other.get(f"/runs/{noted.run_id}/").content.decode()


def test_an_empty_note_changes_nothing(runner: Client, noted: Note) -> None:
    runner.post(f"/runs/{noted.run_id}/notes/{noted.pk}/", {"text": " "}, headers=BY_SCRIPT)

    noted.refresh_from_db()
    assert noted.text == "After the upgrade"


def test_without_a_script_one_comes_back_to_the_whole_page(runner: Client, finished: Run) -> None:
    response = runner.post(f"/runs/{finished.pk}/notes/", {"text": "Plain"})

    assert response["Location"] == finished.get_absolute_url()


def test_runs_are_tagged_and_found_by_it(runner: Client, finished: Run) -> None:
    factories.make_run(State.QUEUED, label="another")

    edited = runner.post(f"/runs/{finished.pk}/tags/", {"tags": "Nightly, before-8.4 nightly"}, headers=BY_SCRIPT)
    found = runner.get("/runs/?tag=nightly").content.decode()

    assert [tag.name for tag in finished.tags.all()] == ["before-8.4", "nightly"]
    assert 'href="/runs/?tag=nightly"' in edited.content.decode()
    assert f'href="/runs/{finished.pk}/"' in found
    assert "another" not in found


def test_what_is_no_tag_is_told_and_the_old_ones_stay(runner: Client, finished: Run) -> None:
    finished.set_tags(["nightly"])

    page = runner.post(f"/runs/{finished.pk}/tags/", {"tags": "new <b>"}, headers=BY_SCRIPT)

    assert page.status_code == 422
    assert "“&lt;b&gt;” is no tag: use letters" in page.content.decode()
    assert [tag.name for tag in finished.tags.all()] == ["nightly"]
    assert not Tag.objects.filter(name="new").exists()


def test_tags_and_badges_cost_the_list_no_query_more_for_each_run(viewer: Client, count_queries) -> None:
    def make() -> None:
        factories.make_run(grade="B", trust_reasons=["Why."], seconds=3).set_tags(["nightly"])

    make()
    few = count_queries(lambda: viewer.get("/runs/"))
    for _ in range(5):
        make()

    assert count_queries(lambda: viewer.get("/runs/")) <= few


def test_a_run_is_excluded_with_who_when_and_why_and_included_again(runner: Client, finished: Run) -> None:
    runner.post(f"/runs/{finished.pk}/exclusion/", {"reason": "The fan had failed"})

    page, runs = (runner.get(address).content.decode() for address in (finished.get_absolute_url(), "/runs/"))
    finished.refresh_from_db()
    assert finished.is_excluded
    assert not finished.counts
    assert "Excluded from medians and comparisons by the-runner at" in page
    assert "The fan had failed" in page
    assert "excluded<span" in runs
    runner.post(f"/runs/{finished.pk}/inclusion/")
    finished.refresh_from_db()
    assert finished.counts
    assert finished.log.filter(message="the-runner included the run in medians and comparisons again.").exists()
    assert finished.log.filter(message__endswith="excluded the run from medians and comparisons: The fan had failed")


@pytest.mark.parametrize(("state", "reason", "says"), [
    (State.FINISHED, "  ", "Say why it is excluded"),
    (State.RUNNING, "Wrong host", "It has not ended."),
])  # fmt: skip
def test_a_run_is_not_excluded_without_a_reason_nor_while_it_goes_on(
    runner: Client, state: str, reason: str, says: str
) -> None:
    run = factories.make_run(state)

    page = runner.post(f"/runs/{run.pk}/exclusion/", {"reason": reason}, follow=True).content.decode()

    run.refresh_from_db()
    assert not run.is_excluded
    assert says in page


def test_a_viewer_reads_and_changes_nothing(viewer: Client, finished: Run) -> None:
    finished.exclude(by="ann", reason="The fan had failed")
    Note.objects.create(run=finished, author=User.objects.get(username="the-viewer"), text="Once a runner")

    page = viewer.get(finished.get_absolute_url()).content.decode()

    assert "The fan had failed" in page
    for control in ("Include it again", "note-edit", "tags-edit", "Exclude this run"):
        assert control not in page


def test_the_grade_stands_with_its_reasons_in_lists_and_on_the_page(viewer: Client) -> None:
    run = factories.make_run(grade="C", trust_reasons=["The host swapped 50 MB."], warnings=["3 rows were skipped."])

    page, runs = (viewer.get(address).content.decode() for address in (run.get_absolute_url(), "/runs/"))

    for shown in (page, runs):
        assert 'C<span class="visually-hidden">: doubtful: something disturbed the results. The host swapped' in shown
    assert "<strong>Trust C</strong>" in page
    assert "<li>The host swapped 50 MB.</li>" in page
    assert "<li>3 rows were skipped.</li>" in page


@pytest.mark.parametrize("state", [State.RUNNING, State.FAILED])
def test_a_run_that_has_not_finished_shows_no_grade(viewer: Client, state: str) -> None:
    run = factories.make_run(state, grade="A")

    assert "<strong>Trust" not in viewer.get(run.get_absolute_url()).content.decode()
    assert result_document.document(run)["trust"] is None


def test_what_a_crash_would_have_cost_is_said_in_words(viewer: Client, finished: Run) -> None:
    page, runs = (viewer.get(address).content.decode() for address in (finished.get_absolute_url(), "/runs/"))

    for shown in (page, runs):
        assert "loses up to 1 s on crash" in shown
        assert "innodb_flush_log_at_trx_commit = 0: unsafe." in shown
