"""What an ended run holds, and for how long, by what its servers say."""

import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from benchlab import mysql
from benchlab.engine.places import workspace
from benchlab.keeper import RETRY_SILENT_S, Keeper
from benchlab.models import Run, Server, State
from benchlab.models.runs import claim
from benchlab.models.runs.cleanup import clean_up
from benchlab.probes.snapshot.server_check import this_machine
from tests.conftest import MariaDBFactory
from tests.mysql.core.conftest import eventually, is_driving, server_at
from tests.mysql.core.test_execution import in_background
from tests.servers import PrivateMariaDB

HERE = f"host:{this_machine()}"


def ended(notes, *servers: Server) -> Run:
    """A run that was claimed and cancelled, and is yet to be settled."""
    run: Run = notes.launch(list(servers), {}, by=None)
    assert claim(run, "worker:1")
    assert run.cancel()
    return run


def on_another_machine(server: Server) -> Server:
    """As if its host were not this one."""
    server.facts_json = {**server.facts_json, "machine": "db9/1", "hostname": "db9"}
    server.save()
    return Server.objects.get(pk=server.pk)


def held(run: Run) -> dict[str, str]:
    return dict(run.locks.values_list("resource", "reason"))


def full(server: PrivateMariaDB, stack: ExitStack) -> None:
    while True:
        try:
            stack.enter_context(mysql.connected(server.address))
        except mysql.Error:
            return


def refuse_our_password(server: Server) -> None:
    Server.objects.filter(pk=server.pk).update(user="bench", password="wrong")


def want_tls(server: Server) -> None:
    Server.objects.filter(pk=server.pk).update(socket="", host="127.0.0.1", tls=True)


def test_a_server_without_a_free_connection_is_not_down(transactional_db, notes, mariadb_server: MariaDBFactory):
    private = mariadb_server("--max-connections=20")
    run = ended(notes, server_at(private.address, "full"))

    with ExitStack() as stack:
        full(private, stack)
        settled = not clean_up(run)
        reasons = held(run)
    eventually(lambda: not clean_up(run), within_s=5, what="the run is settled once there is a connection")

    assert not settled
    assert set(reasons) == {"server:full", HERE}
    assert reasons["server:full"].startswith("could not be undone on full yet:")
    assert "(error 1040)" in reasons["server:full"]
    assert held(run) == {}


@pytest.mark.parametrize(
    ("spoil", "code"), [(refuse_our_password, "1045"), (want_tls, "2026")], ids=["access denied", "TLS"]
)
def test_a_server_that_does_not_let_us_in_keeps_its_lock(
    transactional_db, notes, mariadb_server: MariaDBFactory, spoil: Callable[[Server], None], code: str
):
    server = server_at(mariadb_server("--skip-ssl").address, "strict")
    run = ended(notes, server)
    spoil(server)

    assert clean_up(run)

    assert f"(error {code})" in held(run)["server:strict"]


def test_a_server_that_is_down_holds_nothing(notes, own_mariadb: PrivateMariaDB):
    run = ended(notes, server_at(own_mariadb.address, "gone"))
    own_mariadb.kill()

    assert clean_up(run)

    assert held(run) == {}


def test_while_a_server_rolls_back_the_load_host_is_free(notes, own_mariadb: PrivateMariaDB):
    server = on_another_machine(server_at(own_mariadb.address, "busy"))
    run = ended(notes, server)
    target = run.plan.servers[0]

    with mysql.connected(own_mariadb.address) as admin:
        account = workspace.create(admin, target, address=own_mariadb.address, instance="t", run=run.pk)
        rolling_back = busy(admin, account, target.schema)
        clean_up(run)
        while_it_rolls_back = held(run)
        rolling_back.join()

    assert while_it_rolls_back == dict.fromkeys(
        ["server:busy", "host:db9/1"], "still has 1 statement to roll back on busy"
    )
    eventually(lambda: not clean_up(run), within_s=10, what="the run is settled")
    assert held(run) == {}


def busy(admin: mysql.Connection, account: mysql.Address, schema: str) -> threading.Thread:
    """A transaction that takes a while to roll back, once its thread is killed."""
    began = threading.Event()

    def insert() -> None:
        connection = mysql.connect(account, database=schema)
        mysql.run(connection, "CREATE TABLE big (id INT AUTO_INCREMENT PRIMARY KEY, pad CHAR(200)) ENGINE=InnoDB")
        mysql.run(connection, "BEGIN")
        mysql.run(connection, "INSERT INTO big (pad) SELECT 'x' FROM seq_1_to_300000")
        began.set()
        with pytest.raises(mysql.Error):
            mysql.run(connection, "INSERT INTO big (pad) SELECT SLEEP(1) FROM seq_1_to_60")

    thread = threading.Thread(target=insert)
    thread.start()
    assert began.wait(60)
    while not mysql.rows(admin, "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE '%seq_1_to_60'"):
        time.sleep(0.05)
    return thread


def test_a_server_that_hangs_delays_no_other(transactional_db, notes, mariadb_server: MariaDBFactory):
    hanging, fine = mariadb_server(), mariadb_server()
    elsewhere = on_another_machine(server_at(hanging.address, "hanging"))
    runs = [ended(notes, elsewhere)]
    Run.objects.get(pk=runs[0].pk).locks.all().delete()
    runs.append(ended(notes, elsewhere))
    runs[1].locks.all().delete()
    runs.append(ended(notes, server_at(fine.address, "fine")))
    keeper = Keeper()

    hanging.process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    keeper.sweep()
    keeper.sweep()
    took_s = time.monotonic() - began
    hanging.process.send_signal(signal.SIGCONT)

    assert took_s < 1.5 * mysql.CONNECT_TIMEOUT_S < RETRY_SILENT_S
    assert Run.objects.needing_cleanup().count() == 2
    assert held(runs[2]) == {}


def test_a_server_that_hangs_keeps_its_lock_and_that_of_its_machine_alone(notes, own_mariadb: PrivateMariaDB):
    server = on_another_machine(server_at(own_mariadb.address, "hanging"))
    run = ended(notes, server)

    own_mariadb.process.send_signal(signal.SIGSTOP)
    clean_up(run)
    own_mariadb.process.send_signal(signal.SIGCONT)

    assert set(held(run)) == {"server:hanging", "host:db9/1"}


def test_a_waiting_run_says_what_it_waits_for(notes, own_mariadb: PrivateMariaDB):
    server = server_at(own_mariadb.address, "strict")
    run = ended(notes, server)
    refuse_our_password(server)
    clean_up(run)

    waiting: Run = notes.launch([server], {}, by=None)

    assert not claim(waiting, "worker:2")
    assert waiting.waiting_for.startswith(f"Waits for run {run.pk}, which could not be undone on strict yet: ")


@pytest.mark.parametrize("end", [PrivateMariaDB.stop, PrivateMariaDB.kill])
def test_no_account_is_left_on_a_server_that_went_down_under_a_run(
    notes, own_mariadb: PrivateMariaDB, end: Callable[[PrivateMariaDB], None]
):
    run = notes.launch([server_at(own_mariadb.address, "restarted")], {"duration": "60s"}, by=None)
    executing = in_background(run)
    eventually(lambda: is_driving(run), within_s=40, what="the run drives")

    end(own_mariadb)
    executing.join()
    own_mariadb.start()
    Keeper().sweep()

    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.cleaned_up_at
    assert sum("(error 20" in warning for warning in run.warnings) <= 1
    with mysql.connected(own_mariadb.address) as admin:
        assert mysql.rows(admin, "SELECT User FROM mysql.user WHERE User LIKE 'benchlab%'") == []
