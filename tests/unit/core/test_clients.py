"""What the core's clients send and when, and what is counted of it."""

import threading
import time
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
    total,
)

INSERT = [[(0, (b"INSERT (", b", ", b")"), (0, 1))]]
MS = 1_000_000


def ok(_: bytes) -> Pieces:
    return [packet(OK)]


def driven(made: Any, answer: Any = ok, *, for_s: float = 5.0) -> tuple[dict[str, Any], list[bytes]]:
    with serving(answer) as (descriptor, heard):
        made.attach(0, descriptor, [])
        counted = carry_out(made, for_s=for_s)
    return counted, [command[1:] for command in heard.commands]


def test_values_stand_between_the_fragments():
    made = loop(INSERT)
    feed(made, 2, [[b"1", b"2"], [b"'a'", b"NULL"]])
    made.exhaust(0)

    _, statements = driven(made)

    assert statements == [b"INSERT (1, 'a')", b"INSERT (2, NULL)"]


def test_a_statement_of_over_16_mb_is_sent_in_fragments():
    made = loop([[(0, (b"", b""), (0,))]])
    feed(made, 1, [[b"x" * (FRAGMENT + 5)]])
    made.exhaust(0)

    counted, statements = driven(made)

    assert (counted["transactions"], len(statements[0])) == (1, FRAGMENT + 5)


@pytest.mark.parametrize(
    ("kinds", "columns"),
    [([0, 0], [[b"1"], [b"1", b"2"]]), ([1], [[b"1"], [b"1"]]), ([0], [[b"1"]]), ([0], [["text"], [b"1"]])],
    ids=["too few literals", "no such transaction", "too few columns", "no bytes"],
)
def test_what_can_not_be_rendered_is_refused(kinds: list[int], columns: list[list[Any]]):
    made = loop(INSERT)

    with pytest.raises(ValueError, match="literal"):
        made.feed(0, np.array(kinds), columns, None)


def test_a_transaction_is_all_its_statements():
    made = loop(ORDER)
    feed(made, 2)
    made.exhaust(0)

    counted, statements = driven(made)

    assert statements == [b"BEGIN", b"INSERT 1", b"COMMIT"] * 2
    assert (counted["transactions"], counted["statements"], counted["rows"]) == (2, 2, 2)


def refusing(code: int, times: int) -> Any:
    left = [times]

    def answer(command: bytes) -> Pieces:
        if b"INSERT" in command and left[0]:
            left[0] -= 1
            return [packet(error(code))]
        return ok(command)

    return answer


def test_a_deadlock_is_rolled_back_and_tried_again():
    made = loop(ORDER, retries=1)
    feed(made, 1)
    made.exhaust(0)

    counted, statements = driven(made, refusing(1213, 1))

    assert statements == [b"BEGIN", b"INSERT 1", b"ROLLBACK", b"BEGIN", b"INSERT 1", b"COMMIT"]
    assert (counted["transactions"], counted["errors"], counted["retries"]) == (1, {1213: 1}, 1)


def test_a_transaction_is_given_up_after_its_last_try():
    made = loop(ORDER, retries=1)
    feed(made, 2)
    made.exhaust(0)

    counted, statements = driven(made, refusing(1213, 2))

    assert statements[-3:] == [b"BEGIN", b"INSERT 1", b"COMMIT"]
    assert (counted["transactions"], counted["rows"], counted["errors"]) == (1, 1, {1213: 2})


def test_an_error_that_comes_again_however_often_ends_the_run():
    made = loop(ORDER)
    feed(made, 1000)

    counted, _ = driven(made, refusing(1146, 1000))

    assert made.failure == (1146, "no", 0, b"INSERT 1")
    assert counted["errors"] == {1146: 1}


@pytest.mark.parametrize(("lost_at", "in_doubt"), [(b"BEGIN", 0), (b"INSERT", 0), (b"COMMIT", 1)])
def test_of_a_transaction_only_the_commit_leaves_doubt(lost_at: bytes, in_doubt: int):
    made = loop(ORDER)
    feed(made, 1)

    counted, _ = driven(made, lambda command: [HANG_UP] if lost_at in command else ok(command), for_s=0.1)

    assert (counted["transactions"], counted["in_doubt"]) == (0, in_doubt)


def test_a_lost_read_leaves_no_doubt():
    made = loop(reads=[True])
    feed(made, 1)

    counted, _ = driven(made, lambda _: [HANG_UP], for_s=0.1)

    assert (counted["errors"], counted["in_doubt"]) == ({2013: 1}, 0)


def test_a_client_goes_on_with_a_new_connection():
    made = loop()
    feed(made, 3)
    made.exhaust(0)
    worker = threading.Thread(target=carry_out_into, args=(made, counted := {}))

    with serving(lambda _: [HANG_UP]) as (first, _), serving(ok) as (second, heard):
        made.attach(0, first, [])
        worker.start()
        while not (losing := made.wait(1.0)[1]):
            continue
        made.attach(0, second, [])
        worker.join()

    assert losing == [0]
    assert (counted["transactions"], counted["errors"], len(heard.commands)) == (2, {2013: 1}, 2)


def carry_out_into(made: Any, counted: dict[str, Any]) -> None:
    counted.update(carry_out(made))


def test_a_client_waits_for_more_to_do_and_that_is_told():
    made = loop()
    worker = threading.Thread(target=carry_out_into, args=(made, counted := {}))

    with serving(ok) as (descriptor, _):
        made.attach(0, descriptor, [])
        worker.start()
        asking = made.wait(1.0)[0]
        time.sleep(0.1)
        feed(made, 5)
        made.exhaust(0)
        worker.join()

    assert asking == [0]
    assert counted["transactions"] == 5
    assert 0.1 <= made.starved_s < 1


def test_a_paced_client_sends_when_a_transaction_is_due():
    made = loop(pacing=1)
    dues = np.arange(20, dtype=np.int64) * 10 * MS
    feed(made, 20, dues=dues)
    made.exhaust(0)

    with serving(ok) as (descriptor, heard):
        made.attach(0, descriptor, [])
        began_ns = time.monotonic_ns()
        carry_out(made)

    late_ms = (np.array(heard.at_ns) - began_ns - dues) / MS
    assert np.median(late_ms) < 5
    assert late_ms.min() >= 0


def test_a_stall_is_charged_to_every_transaction_it_delayed():
    made = loop(pacing=2, clients=1)
    feed(made, 40)
    made.exhaust(0)
    made.feed_dues(np.arange(40, dtype=np.int64) * 5 * MS)
    stalled = []

    def answer(command: bytes) -> Pieces:
        if not stalled:
            stalled.append(True)
            time.sleep(0.15)
        return ok(command)

    with serving(answer) as (descriptor, _):
        made.attach(0, descriptor, [])
        start_ns = time.monotonic_ns()
        made.set_window(start_ns, start_ns, start_ns + 5 * NS)
        made.run()

    collected = made.collect()
    response_sum = sum(each["transactions"][3] for each in collected) / MS
    service = [each["service"] for each in collected]
    assert sum(each[0] for each in service) == 40
    # 150 ms for the first, and 5 ms less for each of the 30 that came due meanwhile.
    assert response_sum > 150 * 30 / 2 * 0.9
    assert sum(each[3] for each in service) / MS < response_sum / 2
    assert sum(each["late"] for each in collected) >= 25


def test_work_that_is_due_and_not_begun_is_known():
    made = loop(pacing=2)
    feed(made, 100)
    made.feed_dues(np.arange(100, dtype=np.int64) * MS)

    with serving(lambda _: []) as (descriptor, _):
        made.attach(0, descriptor, [])
        start_ns = time.monotonic_ns()
        made.set_window(start_ns, start_ns, start_ns + NS)
        worker = threading.Thread(target=made.run, daemon=True)
        worker.start()
        time.sleep(0.05)
        waiting = made.waiting(40 * MS)
        made.stop(time.monotonic_ns())

    # One is under way: its answer never comes. Due times 1 to 40 ms wait.
    assert waiting == 40


def test_thinking_takes_its_time():
    made = loop(think_ns=20 * MS)
    feed(made, 4)
    made.exhaust(0)

    with serving(ok) as (descriptor, heard):
        made.attach(0, descriptor, [])
        carry_out(made)

    assert np.diff(heard.at_ns).min() >= 20 * MS


def test_an_end_that_comes_earlier_lets_what_is_under_way_finish():
    made = loop()
    feed(made, 1000)

    def answer(command: bytes) -> Pieces:
        made.stop(time.monotonic_ns())
        return ok(command)

    counted, statements = driven(made, answer, for_s=60)

    assert (counted["transactions"], len(statements)) == (1, 1)


def test_what_ends_after_the_end_is_drain_and_before_the_window_is_warmup():
    made = loop()
    feed(made, 3)

    def answer(command: bytes) -> Pieces:
        time.sleep(0.1)
        return ok(command)

    with serving(answer) as (descriptor, _):
        made.attach(0, descriptor, [])
        start_ns = time.monotonic_ns()
        made.set_window(start_ns, start_ns + 150 * MS, start_ns + 250 * MS)
        made.run()

    parts = {each["part"]: each["transactions"][0] for each in made.collect()}
    assert parts == {0: 1, 1: 1, 2: 1}


def test_moments_are_the_milliseconds_with_an_answer():
    made = loop(zero_ns=time.monotonic_ns())
    feed(made, 1)
    made.exhaust(0)

    with serving(ok) as (descriptor, _):
        made.attach(0, descriptor, [])
        carry = carry_out_collected(made)

    assert sum(bin(int.from_bytes(each["moments"], "little")).count("1") for each in carry) == 1


def carry_out_collected(made: Any) -> list[dict[str, Any]]:
    start_ns = time.monotonic_ns()
    made.set_window(start_ns, start_ns, start_ns + NS)
    made.run()
    return made.collect()


def test_many_clients_share_one_loop():
    clients = 200
    made = loop(clients=clients)
    opened = [serving(ok) for _ in range(clients)]
    for number, each in enumerate(opened):
        made.attach(number, each.__enter__()[0], [])
        feed(made, 10, client=number)
        made.exhaust(number)

    counted = carry_out(made, for_s=30)

    for each in opened:
        each.__exit__(None, None, None)
    assert (counted["transactions"], counted["errors"]) == (10 * clients, {})


def test_a_loop_that_is_stopped_before_it_knows_its_window_does_nothing():
    made = loop()
    feed(made, 5)
    made.exhaust(0)
    made.stop(time.monotonic_ns())

    counted, statements = driven(made)

    assert (counted["transactions"], statements) == (0, [])


def test_an_end_in_the_past_ends_at_once():
    made = loop(pacing=2)
    feed(made, 5)
    made.feed_dues(np.zeros(5, np.int64))

    with serving(ok) as (descriptor, heard):
        made.attach(0, descriptor, [])
        made.set_window(0, 0, 1)
        made.run()

    assert (heard.commands, made.unstarted, made.waiting(0)) == ([], 0, 5)


def test_whoever_waits_for_work_until_the_end_is_told_of():
    made = loop()

    driven(made, for_s=0.2)

    assert 0.15 < made.starved_s < 0.25


def test_blocks_of_nothing_are_passed_over():
    made = loop()
    for count in (0, 0, 3, 0):
        feed(made, count)
    made.exhaust(0)

    counted, _ = driven(made)

    assert counted["transactions"] == 3


def test_a_loop_that_never_ran_is_freed_with_all_it_holds():
    made = loop(INSERT, clients=3)
    feed(made, 2, [[b"1", b"2"], [b"3", b"4"]])
    made.count_error(2002)

    assert total(made)["errors"] == {2002: 1}
