"""What goes wrong on real servers ends in a sentence, and leaves nothing running."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import psutil
import pytest

from benchlab import mysql
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.engine import Patience
from benchlab.engine.events import Event, PhaseFinished, PhaseStarted, Second
from benchlab.engine.places import workspace
from tests.mysql.engine.plans import INSERT, Outcome, Runs, drive, load, one, plan
from tests.processes import STOPPED_WITHIN_S, still_running

LITTLE = Patience(with_an_answer_s=1, with_connections_s=1, with_an_end_s=1)
FULL_SOON = ("--innodb-file-per-table=0", "--innodb-data-file-path=ibdata1:4M:autoextend:max:90M")


def load_processes() -> list[psutil.Process]:
    return [child for child in psutil.Process().children(recursive=True) if is_load_process(child)]


def is_load_process(process: psutil.Process) -> bool:
    try:
        return "benchlab.engine.generator.client" in process.cmdline()
    except psutil.NoSuchProcess:
        return False


def sql(text: str) -> SqlPhase:
    return SqlPhase("steps", (Statement("step", text),))


def failed(outcome: Outcome) -> str:
    assert outcome.error, "the run did not fail"
    assert load_processes() == []
    return outcome.error.message


def test_a_server_that_is_down():
    message = failed(Runs(mysql.Address(port=1), "MariaDB").carry_out(drive()))

    assert message.startswith("Preparing the server tested failed: nothing answers at this address.")


def test_a_refused_password(mariadb_process):
    wrong = mysql.Address(user="bench", password="wrong", socket=mariadb_process.address.socket)

    assert "refuses the user or the password" in failed(Runs(wrong, "MariaDB").carry_out(drive()))


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (sql("CREAT TABLE t (id INT)"), "“step” of the phase “steps” failed: the server can not parse the statement."),
        (sql("CREATE TABLE elsewhere.t (id INT)"), "outside of the run's schema"),
        (drive(one("INSERT INTO missing VALUES (1)")), "of the phase “insert” failed: the table does not exist."),
        (drive(one("INSERT INTO mysql.user VALUES (1)")), "outside of the run's schema"),
        (
            load(10, table="missing", name="fill"),
            "Loading missing in the phase “fill” failed: the table does not exist.",
        ),
    ],
)
def test_sql_that_the_server_refuses(runs: Runs, phase: PlannedPhase, said: str):
    assert said in failed(runs.carry_out(phase))


def test_an_engine_that_is_not_there(runs: Runs):
    outcome = runs.carry_out(drive(), tables={"t": "CREATE TABLE t (id INT) ENGINE=TokuDB"})

    assert "the server does not have this engine" in failed(outcome)


def test_partitioned_myisam_on_mysql(mysql: mysql.Address):
    runs = Runs(mysql, "MySQL")
    table = "CREATE TABLE t (id INT) ENGINE=MyISAM PARTITION BY HASH (id) PARTITIONS 2"

    outcome = runs.carry_out(drive(), tables={"t": table})
    runs.clean_up()

    assert "partition InnoDB tables only" in failed(outcome)


def test_a_full_disk(mariadb_server):
    runs = Runs(mariadb_server(*FULL_SOON).address, "MariaDB")
    wide = {
        "sale": "CREATE TABLE sale (id BIGINT PRIMARY KEY, seller INT, amount DECIMAL(9,2), pad CHAR(250) DEFAULT 'x')"
    }

    message = failed(runs.carry_out(load(500_000), tables=wide))

    assert "is full" in message
    assert "error 1114" in message


def test_rows_that_the_table_does_not_take(runs: Runs):
    doubled = load(5_000, columns={"id": "known", "seller": "seller", "amount": "amount"})

    message = failed(runs.carry_out(doubled))

    assert "of 5,000 rows sent the server took" in message
    assert "Duplicate entry" in message


def test_a_killed_load_process(mariadb_runs: Runs):
    def kill_one(event: Event) -> None:
        if isinstance(event, Second) and (processes := load_processes()):
            processes[0].kill()

    outcome = mariadb_runs.carry_out(drive(duration_s=30.0), on_event=kill_one)

    assert "A load process was killed by SIGKILL" in failed(outcome)
    assert outcome.phases["insert"]["details"]["cut_short"]
    assert outcome.phases["insert"]["transactions"] > 0


def test_a_killed_server(mariadb_server):
    server = mariadb_server()
    runs = Runs(server.address, patience=LITTLE)
    killing = threading.Thread(target=server.kill)

    def kill(event: Event) -> None:
        if isinstance(event, Second) and not killing.ident:
            killing.start()

    outcome = runs.carry_out(drive(duration_s=60.0), on_event=kill)

    phase = outcome.phases["insert"]
    assert "none of the 4 clients of the phase “insert” had a connection" in failed(outcome)
    assert {"2002", "2013"} & phase["errors"].keys()
    assert 0 < phase["details"]["in_doubt"] <= 4
    assert phase["seconds"] < 25


def test_clients_come_back_to_a_server_that_was_restarted(mariadb_server):
    server = mariadb_server("--innodb-flush-log-at-trx-commit=1")
    runs = Runs(server.address, "MariaDB")
    restarted = threading.Event()

    def restart(event: Event) -> None:
        if isinstance(event, Second) and not restarted.is_set():
            restarted.set()
            server.kill()
            server.start()

    outcome = runs.carry_out(drive(duration_s=9.0), on_event=restart)

    details = outcome.phases["insert"]["details"]
    rows = runs.value(outcome, "SELECT COUNT(*) FROM sale")
    assert outcome.error is None
    assert outcome.seconds("phase:insert")[-1].sample.values["per_second"] > 0
    assert details["longest_stall_s"] > 0.1  # A small server is back in less than 0.2 s.
    assert details["acknowledged"] <= rows <= details["acknowledged"] + details["in_doubt"]


def test_too_many_clients_for_the_server(mariadb_server):
    runs = Runs(mariadb_server("--max-connections=10").address, "MariaDB")

    assert "has no connection left" in failed(runs.carry_out(drive(clients=50)))


# Stopping


@pytest.mark.parametrize(
    "phase",
    [
        drive(duration_s=60.0),
        drive(one("SELECT SLEEP(50)"), duration_s=60.0),
        drive(duration_s=60.0, pace_per_s=0.02),
        sql("SELECT SLEEP(50)"),
        load(50_000_000),
    ],
    ids=["drive", "drive of long statements", "drive that waits", "sql", "load"],
)
def test_a_stop_leaves_nothing_after_seconds(runs: Runs, phase: PlannedPhase):
    made = plan(phase, flavour=runs.flavour)
    stop, stopped_at = threading.Event(), []

    events = meanwhile(runs, made, lambda: (stopped_at.append(time.monotonic()), stop.set()), stop=stop)
    wait_until_gone(runs, made.servers[0])

    assert time.monotonic() - stopped_at[0] < STOPPED_WITHIN_S
    assert load_processes() == []
    assert isinstance(events[-1], PhaseFinished)
    assert events[-1].result["details"]["cut_short"]


def meanwhile(
    runs: Runs,
    made: Plan,
    act: Callable[[], object],
    *,
    stop: threading.Event | None = None,
    word: str = "",
    on_event: Callable[[Event], None] = lambda _: None,
) -> list[Event]:
    """What the plan tells; once its phase has a session, with a statement of this ``word``, on the server, act."""

    def watch() -> None:
        with mysql.connected(runs.address) as admin:
            while not any(word in text for text in statements(admin, made.servers[0])):
                time.sleep(0.05)
        act()

    told, acting = [], threading.Thread(target=watch)
    for event in runs.events(made, stop):
        told.append(event)
        on_event(event)
        if isinstance(event, PhaseStarted) and event.name == made.phases[-1].name:
            acting.start()
    acting.join()
    return told


def statements(admin: mysql.Connection, target: Target) -> list[str]:
    sql = "SELECT COALESCE(INFO, '') FROM information_schema.PROCESSLIST WHERE USER = %s"
    return [row[0] for row in mysql.rows(admin, sql, [target.account])]


def wait_until_gone(runs: Runs, target: Target) -> None:
    with mysql.connected(runs.address) as admin:
        while workspace.threads(admin, target):
            time.sleep(0.05)


def test_a_run_that_nobody_reads_any_more_ends(mariadb_runs: Runs):
    events = mariadb_runs.events(plan(drive(duration_s=60.0)))
    next(event for event in events if isinstance(event, Second))

    events.close()

    assert load_processes() == []


def test_load_processes_end_with_a_killed_run(mariadb_process, tmp_path):
    run = subprocess.Popen(
        [sys.executable, "-c", ENDLESS_RUN, mariadb_process.address.socket],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert run.stdout
    schema = run.stdout.readline().strip()
    children = psutil.Process(run.pid).children(recursive=True)

    run.send_signal(signal.SIGKILL)
    run.wait()

    alive = still_running(children, within_s=3)
    with mysql.connected(mariadb_process.address) as admin:
        workspace.drop_schema(admin, schema, "tests")
    assert len(children) >= 1
    assert alive == []


ENDLESS_RUN = f"""
import sys, threading
from benchlab import mysql
from benchlab.engine.events import Second
from tests.mysql.engine.plans import Runs, drive, one, plan
made = plan(drive(one({INSERT!r}), duration_s=300.0))
address = mysql.Address(user="bench", password="bench", socket=sys.argv[1])
for event in Runs(address, "MariaDB").events(made):
    if isinstance(event, Second):
        print(made.servers[0].schema, flush=True)
"""


def test_a_server_that_stands_still_ends_the_run(mariadb_server):
    server = mariadb_server()
    frozen = []

    def freeze(event: Event) -> None:
        if isinstance(event, Second) and not frozen:
            frozen.append(server.process.send_signal(signal.SIGSTOP))
            thawing.start()

    thawing = threading.Timer(25.0, lambda: server.process.send_signal(signal.SIGCONT))
    outcome = Runs(server.address, patience=LITTLE).carry_out(drive(clients=2, duration_s=2.0), on_event=freeze)
    thawing.cancel()
    server.process.send_signal(signal.SIGCONT)

    assert "it hangs or is out of reach" in failed(outcome)


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (sql("SELECT SLEEP(100)"), "“step” of the phase “steps” has had no answer for"),
        (QueryPhase("read", "SELECT SLEEP(100)"), "The query of the phase “read” has had no answer for"),
        (load(50_000_000, name="fill"), "Loading sale in the phase “fill” has had no answer for"),
    ],
    ids=["sql", "query", "load"],
)
def test_a_phase_on_a_server_that_stands_still_ends(mariadb_server, phase: PlannedPhase, said: str):
    server = mariadb_server()
    made, runs = plan(phase), Runs(server.address, patience=LITTLE)
    word = "sale" if isinstance(phase, LoadPhase) else "SLEEP"
    thawing = threading.Timer(60.0, lambda: server.process.send_signal(signal.SIGCONT))
    thawing.start()

    began = time.monotonic()
    events = meanwhile(runs, made, lambda: server.process.send_signal(signal.SIGSTOP), word=word)
    message = failed(Outcome(made, events))
    took_s = time.monotonic() - began
    thawing.cancel()
    server.process.send_signal(signal.SIGCONT)

    assert said in message
    assert "it hangs or is out of reach" in message
    assert took_s < 50


def test_a_statement_that_honestly_takes_long_is_let_be(mariadb_runs: Runs):
    runs = Runs(mariadb_runs.address, patience=LITTLE)

    outcome = runs.carry_out(sql("DO SLEEP(5)"), QueryPhase("read", "SELECT SLEEP(3)"))
    runs.clean_up()

    assert outcome.error is None
    assert outcome.phases["steps"]["seconds"] >= 5


def test_a_stop_does_not_wait_for_a_server_that_stands_still(mariadb_server):
    server = mariadb_server()
    made, stop, at_s = plan(sql("SELECT SLEEP(100)")), threading.Event(), {}

    def freeze_and_stop() -> None:
        server.process.send_signal(signal.SIGSTOP)
        at_s["stop"] = time.monotonic()
        stop.set()

    def ended(event: Event) -> None:
        if isinstance(event, PhaseFinished):
            at_s["end"] = time.monotonic()

    meanwhile(Runs(server.address), made, freeze_and_stop, stop=stop, word="SLEEP", on_event=ended)
    server.process.send_signal(signal.SIGCONT)

    assert at_s["end"] - at_s["stop"] < 3
