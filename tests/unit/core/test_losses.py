"""What becomes of clients whose connections break off, early, late, or in the middle of something."""

import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.unit.core.servers import (
    FRAGMENT,
    HANG_UP,
    NS,
    OK,
    ORDER,
    Pieces,
    carry_out,
    error,
    feed,
    loop,
    packet,
    serving,
)

MS = 1_000_000
PAIR = [[(-1, (b"BEGIN",), ()), (0, (b"INSERT 1",), ()), (1, (b"INSERT 2",), ()), (-1, (b"COMMIT",), ())]]


def ok(_: bytes) -> Pieces:
    return [packet(OK)]


@contextmanager
def running(made: Any) -> Iterator[dict[str, Any]]:
    """The loop in a thread of its own; what it counted is there at the end of the block."""
    counted: dict[str, Any] = {}
    worker = threading.Thread(target=lambda: counted.update(carry_out(made)))
    worker.start()
    yield counted
    worker.join()


def lost_ones(made: Any) -> list[int]:
    while not (losing := made.wait(1.0)[1]):
        continue
    return losing


def test_a_client_that_is_through_costs_nothing_when_the_server_hangs_up():
    made = loop(clients=2, pacing=1)
    feed(made, 1, dues=np.array([0]))
    feed(made, 2, client=1, dues=np.array([0, NS // 2]))
    made.exhaust(0)
    made.exhaust(1)

    with serving(lambda _: [packet(OK), HANG_UP]) as (first, _), serving(ok) as (second, _):
        made.attach(0, first, [])
        made.attach(1, second, [])
        with running(made) as counted:
            pass

    assert (counted["transactions"], counted["errors"]) == (3, {})
    assert made.cpu_s < 0.05
    assert made.connected == 1


@pytest.mark.parametrize("hangs_up", [[HANG_UP], [packet(OK), HANG_UP]], ids=["in the last one", "while it thinks"])
def test_a_client_with_nothing_left_to_do_is_through_without_a_connection(hangs_up: list[bytes | None]):
    made = loop(think_ns=5 * NS)
    feed(made, 1)
    made.exhaust(0)

    with serving(lambda _: hangs_up) as (descriptor, _):
        made.attach(0, descriptor, [])
        began_s = time.monotonic()
        counted = carry_out(made, for_s=20)

    assert time.monotonic() - began_s < 2
    assert sum(counted["errors"].values()) == 1


@pytest.mark.parametrize("pacing", [0, 1, 2])
def test_a_client_that_waits_comes_back_with_what_it_waited_for(pacing: int):
    made = loop(pacing=pacing, think_ns=200 * MS)
    feed(made, 2, dues=np.array([0, 200 * MS]) if pacing == 1 else None)
    if pacing == 2:
        made.feed_dues(np.array([0, 200 * MS]))
    made.exhaust(0)

    with serving(lambda _: [packet(OK), HANG_UP]) as (first, _), serving(ok) as (second, _):
        made.attach(0, first, [])
        with running(made) as counted:
            lost_ones(made)
            made.attach(0, second, [])

    assert (counted["transactions"], counted["errors"], counted["in_doubt"]) == (2, {2006: 1}, 0)


def test_a_client_without_work_comes_back_and_waits_on():
    made = loop()
    feed(made, 1)

    with serving(lambda _: [packet(OK), HANG_UP]) as (first, _), serving(ok) as (second, _):
        made.attach(0, first, [])
        with running(made) as counted:
            lost_ones(made)
            made.attach(0, second, [])
            feed(made, 1)
            made.exhaust(0)

    assert (counted["transactions"], counted["errors"]) == (2, {2006: 1})


@pytest.mark.parametrize("answer", [[HANG_UP], [packet(error(1317))]], ids=["lost", "refused"])
def test_a_transaction_to_be_tried_again_outlives_a_lost_rollback(answer: list[bytes | None]):
    made = loop(ORDER, retries=1)
    feed(made, 1)
    made.exhaust(0)

    def refuses(command: bytes) -> Pieces:
        return [packet(error(1213))] if b"INSERT" in command else answer if b"ROLLBACK" in command else ok(command)

    with serving(refuses) as (first, _), serving(ok) as (second, heard):
        made.attach(0, first, [])
        with running(made) as counted:
            lost_ones(made)
            made.attach(0, second, [])

    assert [command[1:] for command in heard.commands] == [b"BEGIN", b"INSERT 1", b"COMMIT"]
    assert (counted["transactions"], counted["retries"], counted["in_doubt"]) == (1, 1, 0)


@pytest.mark.parametrize("last", [[packet(error(1062))], [HANG_UP]], ids=["refused", "lost"])
def test_statements_before_the_one_that_failed_count_and_what_they_wrote_does_not(last: list[bytes | None]):
    made = loop(PAIR, reads=[False, False])
    feed(made, 1)
    made.exhaust(0)

    with serving(lambda command: last if b"INSERT 2" in command else ok(command)) as (descriptor, _):
        made.attach(0, descriptor, [])
        counted = carry_out(made, for_s=0.3)

    assert (counted["transactions"], counted["statements"], counted["rows"]) == (0, 1, 0)


def test_a_transaction_that_is_tried_again_counts_its_statements_once():
    made = loop(PAIR, reads=[False, False], retries=2)
    feed(made, 1)
    made.exhaust(0)
    refusals = iter([1213, 1213])

    def answer(command: bytes) -> Pieces:
        code = next(refusals, None) if b"INSERT 2" in command else None
        return [packet(error(code))] if code else ok(command)

    with serving(answer) as (descriptor, _):
        made.attach(0, descriptor, [])
        counted = carry_out(made)

    assert (counted["transactions"], counted["statements"], counted["rows"], counted["retries"]) == (1, 2, 2, 2)


def test_an_answer_to_half_a_statement_costs_the_connection():
    made = loop([[(0, (b"", b""), (0,))]])
    feed(made, 2, [[b"x" * FRAGMENT, b"y"]])
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(packet(error(1153, "too large")))
        made.attach(0, ours.fileno(), [])
        at_last = threading.Timer(1.0, theirs.shutdown, [socket.SHUT_RDWR])
        at_last.start()

        counted = carry_out(made, for_s=0.2)

        at_last.cancel()
    assert (counted["errors"], counted["in_doubt"], made.connected) == ({1153: 1}, 0, 0)


def test_what_follows_an_error_unasked_costs_the_connection_and_leaves_no_doubt():
    made = loop()
    feed(made, 5)
    goodbye = packet(error(1062)) + packet(error(1053), 0)

    with serving(lambda _: [goodbye, HANG_UP]) as (descriptor, heard):
        made.attach(0, descriptor, [])
        counted = carry_out(made, for_s=0.2)

    assert (counted["errors"], counted["in_doubt"], len(heard.commands)) == ({1062: 1}, 0, 1)


@pytest.mark.parametrize("code", [1927, 4031, 1053])
def test_a_killed_connection_is_quoted_with_its_code_and_made_anew(code: int):
    made = loop(lost=[1053, 1927, 2013, 4031], think_ns=500 * MS)
    feed(made, 2)
    made.exhaust(0)

    def answer(_: bytes) -> Pieces:
        yield packet(OK)
        time.sleep(0.2)
        yield packet(error(code), 0)
        yield HANG_UP

    with serving(answer) as (first, _), serving(ok) as (second, _):
        made.attach(0, first, [])
        with running(made) as counted:
            lost_ones(made)
            made.attach(0, second, [])

    assert (counted["transactions"], counted["errors"], counted["in_doubt"]) == (2, {code: 1}, 0)


def test_a_thousand_connections_that_are_lost_at_once_all_come_back():
    clients = 1_000
    made = loop(clients=clients)
    lost, found = ([socket.socketpair() for _ in range(clients)] for _ in range(2))
    for number, (ours, theirs) in enumerate(lost):
        feed(made, 1, client=number)
        made.attach(number, ours.fileno(), [])
        theirs.close()

    with running(made) as counted:
        left = clients
        while left:
            for number in made.wait(1.0)[1]:
                # Its number is free for the next connection, as it is when a client reconnects.
                lost[number][0].close()
                made.exhaust(number)
                made.attach(number, found[number][0].fileno(), [])
                left -= 1

    for ours, theirs in found:
        ours.close()
        theirs.close()
    assert (counted["errors"], counted["in_doubt"], made.connected) == ({2006: clients}, clients, clients)


def test_a_connection_that_can_not_be_watched_ends_the_drive(tmp_path: Path):
    made = loop(clients=2)
    feed(made, 1)
    with serving(ok) as (served, _), (tmp_path / "no socket").open("wb") as unfit:
        made.attach(0, served, [])
        made.attach(1, unfit.fileno(), [])

        carry_out(made, for_s=30)

    assert made.failure == (errno.EPERM, "epoll_ctl: Operation not permitted", -1, None)


def test_a_connection_that_can_not_be_watched_after_a_loss_ends_the_drive(tmp_path: Path):
    made = loop()
    feed(made, 2)
    with serving(lambda _: [HANG_UP]) as (first, _), (tmp_path / "no socket").open("wb") as unfit:
        made.attach(0, first, [])

        with running(made):
            lost_ones(made)
            made.attach(0, unfit.fileno(), [])

    assert made.failure == (errno.EPERM, "epoll_ctl: Operation not permitted", -1, None)
