"""A run's grade, durability and exclusion: computed once, stored, and part of what the run is told as."""

import io

import pytest

from benchlab.models import State
from benchlab.models.exchange import import_run, run_export
from benchlab.models.results import result_document, summarize
from tests import factories
from tests.experiment_records import make_experiment
from tests.run_records import make_snapshot


def test_the_grade_is_of_a_run_that_ends_as_finished():
    run = factories.make_run(State.RUNNING, seconds=30, worker="here")
    run.keep_snapshot("end", make_snapshot())

    summarize(run)
    before = result_document.document(run)["trust"]
    run.finish()

    assert before is None
    assert result_document.document(run)["trust"]["grade"] in "ABCD"
    assert result_document.document(run)["trust"]["reasons"] == run.trust_reasons


@pytest.mark.parametrize("end", ["fail", "cancel"])
def test_a_run_that_ends_otherwise_has_none(end):
    run = factories.make_run(State.RUNNING, grade="B", trust_reasons=["Why."], worker="here")

    getattr(run, end)(*(["It broke."] if end == "fail" else []))

    run.refresh_from_db()
    assert (run.grade, run.trust_reasons) == ("", [])


def test_a_lost_run_that_is_summed_up_afterwards_gets_none():
    run = factories.make_run(State.FAILED, seconds=3)

    summarize(run)

    assert run.grade == ""


def test_the_worse_durability_of_start_and_end_is_the_runs():
    run = factories.make_run(State.QUEUED)
    durable = {"durability": {"badge": "durable", "reason": "Every acknowledged transaction is on disk."}}

    run.keep_snapshot("start", make_snapshot())
    run.keep_snapshot("end", durable)

    assert run.durability == "loses up to 1 s on crash"
    assert run.durability_reason == "innodb_flush_log_at_trx_commit = 0: unsafe."


def test_the_document_says_what_the_run_is_worth():
    run = factories.make_run(grade="B", trust_reasons=["Why."], seconds=3)
    run.set_tags(["nightly"])
    run.exclude(by="ann", reason="The fan had failed")

    document = result_document.document(run)

    assert document["trust"] == {"grade": "B", "reasons": ["Why."]}
    assert document["durability"]["badge"] == "loses up to 1 s on crash"
    assert document["tags"] == ["nightly"]
    assert (document["excluded"]["by"], document["excluded"]["reason"]) == ("ann", "The fan had failed")
    assert document["excluded"]["at"].endswith("Z")


def test_an_import_keeps_what_the_run_was_worth(settings, tmp_path):
    settings.RUNS_DIR = tmp_path
    run = factories.make_run(grade="B", trust_reasons=["Why."], seconds=3)
    run.set_tags(["nightly"])
    run.exclude(by="ann", reason="The fan had failed")
    file = io.BytesIO()
    run_export.export(run, file)

    taken_in = import_run(file, by=None)

    kept = ("trust", "durability", "tags", "excluded")
    assert {name: result_document.document(taken_in)[name] for name in kept} == {
        name: result_document.document(run)[name] for name in kept
    }
    assert (taken_in.grade, taken_in.durability, taken_in.is_excluded) == ("B", run.durability, True)
    taken_in.include(by="bob")
    assert result_document.document(taken_in)["excluded"] is None


def test_an_experiments_medians_leave_an_excluded_run_out(client):
    experiment = make_experiment({"clients": "1"}, repeats=3, states=[State.FINISHED] * 3)
    first, *others = experiment.current_runs
    first.exclude(by="ann", reason="The fan had failed")
    client.force_login(factories.make_user())

    page = " ".join(client.get(experiment.get_absolute_url()).content.decode().split())

    middle = sum(run.headline for run in others) / 2
    assert f'id="median-0">{middle:,.0f}<' in page
    assert "1 of 3 runs is excluded: not included in medians and charts" in page
    assert f"Run {first.pk} is excluded: The fan had failed" in page
    assert "2 used in medians" in page


def test_the_command_line_shows_a_run_that_is_excluded(capsys):
    from django.core.management import call_command

    run = factories.make_run(grade="C", trust_reasons=["The host swapped 50 MB."], seconds=3)
    call_command("bench", "exclude", str(run.pk), "--reason", "The fan had failed")
    call_command("bench", "tag", str(run.pk), "nightly")
    capsys.readouterr()

    call_command("bench", "ls", "--tag", "nightly")
    listed = capsys.readouterr().out
    call_command("bench", "show", str(run.pk))
    shown = capsys.readouterr().out

    assert "finished, excluded" in listed
    assert " C      loses up to 1 s on crash  nightly" in listed
    assert "EXCLUDED from medians and comparisons by the command line: The fan had failed" in shown
    assert "Trust: C, doubtful: something disturbed the results.\n  The host swapped 50 MB." in shown
    assert "Durability: loses up to 1 s on crash." in shown
