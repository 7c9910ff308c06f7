"""`bench` on another machine: a Python of its own without any package, against a benchlab at an address."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchlab.models import AuditEntry, Role, Run, State
from benchlab.models.comparisons.baseline import SINGLE
from benchlab.models.results import result_document
from tests import factories
from tests.web.api.conftest import token_of

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.django_db(transaction=True)


class Elsewhere:
    def __init__(self, url: str, token: str, folder: Path) -> None:
        # -I and -S: neither this environment's packages nor the current folder, only what is put there.
        self._command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {RUN}"]
        self._place = {"env": {"BENCHLAB_URL": url, "BENCHLAB_TOKEN": token, "PATH": os.environ["PATH"]}, "cwd": folder}

    def bench(self, *arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        command: list[str] = [*self._command, *arguments]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=60, check=False, **self._place
        )


RUN = "from benchlab.cli.__main__ import main; sys.exit(main())"


@pytest.fixture
def elsewhere(live_server: Any, tmp_path: Path) -> Elsewhere:
    return Elsewhere(live_server.url, token_of(Role.ADMIN), tmp_path)


def test_a_run_reads_the_same_there_as_here(elsewhere: Elsewhere) -> None:
    run = factories.make_run(seconds=3)

    shown, listed = elsewhere.bench("show", str(run.pk), "--json"), elsewhere.bench("ls", "--state", "finished")

    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout) == json.loads(json.dumps(result_document.document(run)))
    assert "18,420.4" in listed.stdout


def test_a_run_goes_there_and_back_as_a_zip(elsewhere: Elsewhere) -> None:
    run = factories.make_run(seconds=3)

    assert elsewhere.bench("export", str(run.pk), "-o", "run.zip").returncode == 0
    taken = elsewhere.bench("import", "run.zip", "--json")

    assert taken.returncode == 0, taken.stdout
    assert Run.objects.get(pk=json.loads(taken.stdout)["run"]).is_imported


def test_a_queued_run_is_cancelled_from_there_and_the_log_tells_by_what(elsewhere: Elsewhere) -> None:
    run = factories.make_run(State.QUEUED)

    assert elsewhere.bench("cancel", str(run.pk)).returncode == 0
    assert elsewhere.bench("cancel", str(run.pk)).returncode == 2

    run.refresh_from_db()
    assert run.state == State.CANCELLED
    assert AuditEntry.objects.filter(action="cancelled", who="the-admin", means="token CI").count() == 1


def test_runs_are_tagged_and_held_against_the_pinned_one_from_there(elsewhere: Elsewhere, tmp_path: Path) -> None:
    pinned, later = (factories.make_run() for _ in range(2))
    gate = ("compare", str(later.pk), "--against", "baseline", "--threshold", "5%", "--junit", "verdicts.xml")

    tagged = elsewhere.bench("tag", str(later.pk), "Nightly", "--json")
    told = elsewhere.bench("baseline", str(pinned.pk))
    compared = elsewhere.bench(*gate)

    assert json.loads(tagged.stdout)["tags"] == ["nightly"]
    assert told.stdout == f"notes on db1: run {pinned.pk} is the baseline. {SINGLE}\n"
    assert compared.stdout.startswith(f"run {later.pk} against run {pinned.pk}: too few repeats"), compared.stderr
    assert (compared.returncode, "skipped" in (tmp_path / "verdicts.xml").read_text()) == (0, True)


def test_without_a_worker_nothing_is_launched_from_there(elsewhere: Elsewhere) -> None:
    factories.make_server(port=1)
    factories.make_benchmark()

    refused = elsewhere.bench("run", "notes", "--server", "db1", "--json")

    assert (refused.returncode, json.loads(refused.stdout)["problems"][0]["where"]) == (2, "workers")
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("benchlab_wrong", "not known here"),
        ("two words", "characters that no token has"),
        ("", "benchlab is not set up"),
    ],
)
def test_a_token_that_is_none_is_refused_with_2(live_server: Any, tmp_path: Path, token: str, says: str) -> None:
    answer = Elsewhere(live_server.url, token, tmp_path).bench("ls")

    assert answer.returncode == 2
    assert says in answer.stderr


def test_the_token_may_come_by_stdin(live_server: Any, tmp_path: Path) -> None:
    token = token_of(Role.VIEWER)

    answer = Elsewhere(live_server.url, "", tmp_path).bench("--token-stdin", "ls", "--json", stdin=f"{token}\n")

    assert (answer.returncode, answer.stdout) == (0, "[]\n")


def test_an_address_where_nobody_answers_is_told_with_1(tmp_path: Path) -> None:
    answer = Elsewhere("http://127.0.0.1:1", "benchlab_any", tmp_path).bench("ls")

    assert answer.returncode == 1
    assert "http://127.0.0.1:1 does not respond" in answer.stderr
