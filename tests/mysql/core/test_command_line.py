import json
import zipfile
from decimal import Decimal

import pytest

from benchlab import mysql
from benchlab.definitions import catalog
from benchlab.models import Benchmark, Role, Run, Server, State, User
from tests.mysql.core.conftest import NOTES, eventually, interrupt, is_driving

VALUES = ("duration=3s", "warmup=1s", "reads=2s", "acceptance=2s", "purge=0")
SHORT = tuple(word for value in VALUES for word in ("--set", value))


@pytest.fixture
def studies(transactional_db: None) -> None:
    for text in catalog.shipped().values():
        Benchmark.store_shipped(text)


def test_a_run_of_the_first_study_reconciles(processes, studies, target, mariadb):
    arguments = ("sell-transactions", "--server", "target", "--set", "clients=4", "--set", "preload=5k", *SHORT)

    answer = processes.bench("run", *arguments, "--inline", "--json")

    document = answer.document
    assert document["state"] == "finished", document["error"]
    assert answer.code in (0, 3)
    phases = {phase["name"]: phase for phase in document["phases"]}
    drives = [phase for phase in phases.values() if phase["kind"] == "drive"]
    expected = phases["preload"]["rows"] + sum(drive["details"]["acknowledged"] for drive in drives)
    with mysql.connected(mariadb, database=document["servers"][0]["schema"]) as admin:
        [(rows, amount)] = mysql.rows(admin, "SELECT COUNT(*), SUM(amount) FROM `transaction`")
        [(summed,)] = mysql.rows(admin, "SELECT SUM(amount_summary) FROM daily_sell_amount_summary")
    last = [row for row in document["layouts"] if row["at"] == "end" and row["table"] == "transaction"]
    assert rows == expected
    assert Decimal(amount) == Decimal(summed)
    assert len(last) == 120
    assert sum(row["rows"] for row in last) == rows
    assert all(row["exact"] for row in last)


def test_a_list_of_values_is_an_experiment(processes, notes, target):
    arguments = ("notes", "--server", "target", "--set", "clients=1,2", "--set", "duration=1s", "--repeat", "2")

    answer = processes.bench("run", *arguments, "--inline", "--json")

    document = answer.document
    assert (answer.code, document["format"], document["state"]) == (0, "benchlab.experiment/1", "finished")
    assert [run["parameters"]["clients"] for run in document["runs"]] == [1, 2, 1, 2]


def test_a_failed_run_ends_with_one(processes, notes, target):
    answer = processes.bench("run", "notes", "--server", "target", "--set", "column=amout", "--inline", "--json")

    assert (answer.code, answer.document["state"]) == (1, "failed")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("notes",), "--server"),
        (("nothing", "--server", "target"), "There is no benchmark nothing"),
        (("notes", "--server", "nowhere"), "There is no server nowhere"),
        (("notes", "--server", "target", "--set", "clients=0"), "clients"),
        (("notes", "--server", "target", "--set", "colour=red"), "colour"),
        (("notes", "--server", "target", "--set", "clients"), "name=value"),
    ],
)
def test_what_can_not_be_run_is_refused_with_two_and_queues_nothing(arguments, says, processes, notes, target):
    answer = processes.bench("run", *arguments, "--inline", "--json")

    assert (answer.code, answer.document["format"]) == (2, "benchlab.refusal/1")
    assert says in json.dumps(answer.document["problems"])
    assert not Run.objects.exists()


def test_without_a_worker_a_run_is_refused_naming_what_to_do(processes, notes, target):
    answer = processes.bench("run", "notes", "--server", "target", "--json")

    assert answer.code == 2
    assert "bin/up" in answer.document["problems"][0]["message"]
    assert "--inline" in answer.document["problems"][0]["message"]
    assert not Run.objects.exists()


def test_ctrl_c_cancels_and_ends_with_four(processes, notes, target):
    process = processes.start(
        "bench", "run", "notes", "--server", "target", "--set", "duration=60s", "--inline", "--json"
    )
    run = eventually(Run.objects.first, within_s=30, what="the run is queued")
    eventually(lambda: is_driving(run), within_s=30, what="the run drives")

    interrupt(process)

    out, _ = process.communicate(timeout=20)
    assert process.returncode == 4
    assert json.loads(out)["state"] == "cancelled"
    run.refresh_from_db()
    assert run.canceller == "Ctrl-C"


def test_runs_are_shown_listed_compared_exported_and_imported(processes, notes, target, tmp_path):
    for clients in ("1", "2"):
        values = ("--set", f"clients={clients}", "--set", "duration=1s")
        assert processes.bench("run", "notes", "--server", "target", *values, "--inline").code == 0
    second, first = Run.objects.values_list("pk", flat=True)

    shown = processes.bench("show", str(first), "--json").document
    listed = processes.bench("ls", "--benchmark", "notes", "--state", "finished", "--limit", "1", "--json").document
    compared = processes.bench("compare", str(first), str(second), "--factor", "clients", "--json").document
    exported = processes.bench("export", str(first), "-o", str(tmp_path / "run.zip"), "--json")
    imported = processes.bench("import", str(tmp_path / "run.zip"), "--json").document

    assert (shown["format"], shown["run"]) == ("benchlab.result/1", first)
    assert [row["run"] for row in listed] == [second]
    assert list(listed[0])[:6] == ["run", "benchmark", "server", "state", "started_at", "per_second"]
    assert compared["verdict"] == "too few repeats"
    assert {"what": "parameter clients", "values": [1, 2], "factor": "clients"} in compared["differences"]
    assert exported.code == 0
    assert {"result.json", "series.csv"} <= set(zipfile.ZipFile(tmp_path / "run.zip").namelist())
    assert Run.objects.get(pk=imported["run"]).state == State.FINISHED


def test_a_server_is_added_checked_listed_and_removed(processes, transactional_db, mariadb):
    url = f"mysql://{mariadb.user}@localhost/?socket={mariadb.socket}"

    added = processes.bench("server", "add", "mine", url, "--password-stdin", "--json", stdin=f"{mariadb.password}\n")
    listed = processes.bench("server", "ls", "--json")
    removed = processes.bench("server", "rm", "mine", "--json")

    assert (added.code, added.document["flavour"], added.document["error"]) == (0, "MariaDB", None)
    assert [server["name"] for server in listed.document] == ["mine"]
    assert removed.code == 0
    assert processes.bench("server", "ls", "--json").document == []


def test_a_password_in_the_address_is_refused_because_everybody_sees_it(processes, transactional_db):
    answer = processes.bench("server", "add", "mine", "mysql://bench:secret@127.0.0.1/", "--json")

    assert (answer.code, answer.document["format"]) == (2, "benchlab.refusal/1")
    assert "--password-stdin" in answer.document["problems"][0]["message"]
    assert "secret" not in answer.out + answer.errors
    assert not Server.objects.exists()


def test_a_server_that_does_not_answer_is_kept_with_its_error(processes, transactional_db):
    answer = processes.bench("server", "add", "down", "mysql://bench@127.0.0.1:1/", "--json")

    assert answer.code == 1
    assert "2002" in answer.document["error"] or "2003" in answer.document["error"]


def test_a_definition_is_checked_with_line_and_column(processes, transactional_db, tmp_path):
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(NOTES)
    bad.write_text(NOTES.replace("sequence", "sequenze"))

    assert processes.bench("definition", "check", str(good), "--json").document == {"ok": True, "problems": []}
    answer = processes.bench("definition", "check", str(bad), "--json")
    assert answer.code == 2
    assert {"where", "message", "line", "column"} <= set(answer.document["problems"][0])


def test_a_sign_in_link_makes_the_first_admin(processes, transactional_db):
    out, _ = processes.start("sign_in_link").communicate(timeout=60)

    assert out.startswith("http://127.0.0.1:8000/sign-in/")
    assert list(User.objects.values_list("username", "role")) == [("admin", Role.ADMIN)]
