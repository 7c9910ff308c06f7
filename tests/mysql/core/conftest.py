"""Real runs: on the session's MariaDB, in this process or in workers of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from benchlab.models import Benchmark, Run, Server
from benchlab.mysql import Address
from tests.servers import PrivateMariaDB

MANAGE = Path(__file__).resolve().parents[3] / "manage.py"

NOTES = """\
name: notes
title: Notes inserted one by one
parameters:
  clients:  {type: integer, default: 2, min: 1, max: 100, sweep: true}
  duration: {type: duration, default: 2s, min: 1s, sweep: true}
  rows:     {type: count, default: 1000, min: 0}
  flush:    {type: choice, choices: [server, 2], default: server}
  column:   {type: text, default: amount, sweep: true}
settings:
  innodb_flush_log_at_trx_commit: "{{ '' if flush == 'server' else flush }}"
tables:
  note: |
    CREATE TABLE note (id BIGINT PRIMARY KEY, amount DECIMAL(10,2) NOT NULL) ENGINE=InnoDB
    PARTITION BY HASH (id) PARTITIONS 4
values:
  id: {sequence: {start: 1}}
  amount: {decimal: [0.01, 999.99]}
phases:
  - load: {name: preload, table: note, rows: "{{ rows }}", when: "{{ rows > 0 }}"}
  - drive:
      name: insert
      clients: "{{ clients }}"
      for: "{{ duration }}"
      transactions:
        write: ["INSERT INTO note (id, {{ column }}) VALUES (:id, :amount)"]
"""


def server_at(address: Address, name: str = "target") -> Server:
    place = {"host": address.host, "port": address.port, "socket": address.socket}
    server = Server.objects.create(name=name, user=address.user, password=address.password, **place)
    assert server.check_now(), server.check_error
    return server


@pytest.fixture
def target(transactional_db: None, mariadb: Address) -> Server:
    return server_at(mariadb)


@pytest.fixture
def any_target(transactional_db: None, any_server: Address) -> Server:
    return server_at(any_server)


@pytest.fixture
def own_mariadb(transactional_db: None, mariadb_server: Callable[..., PrivateMariaDB]) -> PrivateMariaDB:
    """A server that the test may kill."""
    return mariadb_server()


@pytest.fixture
def notes(transactional_db: None) -> Benchmark:
    return Benchmark.store(NOTES, by=None)


class Processes:
    """Processes of benchlab, ended with the test."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(MANAGE), *arguments]
        pipe = subprocess.PIPE
        # A group of its own, so that a test may send it what a terminal sends.
        process = subprocess.Popen(
            command,
            env=self._environment,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return process

    def bench(self, *arguments: str, stdin: str = "") -> "Answer":
        process = self.start("bench", *arguments)
        out, errors = process.communicate(stdin, timeout=180)
        return Answer(process.returncode, out, errors)

    def end(self) -> None:
        for process in self._started:
            family = [process.pid, *(child.pid for child in children(process.pid))]
            for pid in family:
                with suppress(psutil.NoSuchProcess):
                    psutil.Process(pid).kill()
            out, errors = process.communicate()
            sys.stdout.write(f"{process.args}\n{out}\n{errors}\n")  # pytest shows it where the test failed.


class Answer:
    def __init__(self, code: int, out: str, errors: str) -> None:
        self.code, self.out, self.errors = code, out, errors

    @property
    def document(self) -> Any:
        assert self.out, self.errors
        return json.loads(self.out)


@pytest.fixture
def processes(command_environment: dict[str, str]) -> Iterator[Processes]:
    started = Processes(command_environment)
    yield started
    started.end()


def children(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def eventually(holds: Callable[[], Any], *, within_s: float, what: str) -> Any:
    """The first true answer. The time is the contract that is tested, not a guess."""
    give_up_at = time.monotonic() + within_s
    while not (found := holds()):
        assert time.monotonic() < give_up_at, f"Not within {within_s} s: {what}"
        time.sleep(0.1)
    return found


def is_driving(run: Run) -> bool:
    return run.chunks.filter(source="phase:insert").exists()


def interrupt(process: "subprocess.Popen[str]") -> None:
    """What a terminal does on Ctrl-C: all of the group hear it."""
    os.killpg(process.pid, signal.SIGINT)
