"""Window accounting: raw times in, tallies by second and part out; nothing here runs a clock or a server."""

import numpy as np
import pytest

from benchlab.engine.generator.client.tally_recorder import FAILED, ClientError, Ledger, TallyRecorder
from benchlab.engine.generator.statement_rendering import CONTROL, Block
from benchlab.histogram import Histogram

S, MS = 1_000_000_000, 1_000_000


def single(*times: tuple[int, int], failed: tuple[int, ...] = ()) -> Block:
    """Transactions of one statement, by when each began and ended."""
    count = len(times)
    block = Block([b""] * count, np.zeros(count, np.int64), np.arange(count + 1), np.zeros(count, np.int64))
    for i, (began, ended) in enumerate(times):
        block.began[i], block.ended[i], block.rows[i] = began, ended, FAILED if i in failed else 1
    return block


def recorder(window_ns: tuple[int, int], *, paced: bool = False) -> TallyRecorder:
    made = TallyRecorder(["insert", "select"], run_started_ns=0, paced=paced)
    made.window_ns = window_ns
    return made


def ledger(*blocks: Block) -> Ledger:
    noted = Ledger()
    noted.blocks.extend(blocks)
    return noted


def test_a_transaction_counts_in_the_second_and_the_part_in_which_it_ended():
    noted = ledger(single((0, S - 1), (S - 1, S), (2 * S, 3 * S - 1), (3 * S - 1, 3 * S), (3 * S, 3 * S + 5)))

    tallies = recorder((S, 3 * S)).collect([noted])

    assert {key: tally.transactions.count for key, tally in tallies.items()} == {
        (0, "warmup"): 1,
        (1, "window"): 1,
        (2, "window"): 1,
        (3, "drain"): 2,
    }


def test_a_second_may_be_warmup_first_and_window_then():
    tallies = recorder((S // 2, 2 * S)).collect([ledger(single((0, MS), (0, 600 * MS)))])

    assert set(tallies) == {(0, "warmup"), (0, "window")}


def test_what_is_counted_once_is_not_counted_again():
    block = single((0, MS), (MS, 2 * MS), (2 * MS, 0))
    noted, made = ledger(block), recorder((0, S))
    first = made.collect([noted])
    block.ended[2], block.rows[2] = 3 * MS, 1

    second = made.collect([noted])

    assert first[0, "window"].transactions.count == 2
    assert second[0, "window"].transactions.count == 1
    assert made.collect([noted]) == {}
    assert not noted.blocks


def test_an_error_is_no_transaction_and_no_row():
    noted = ledger(single((0, MS), (MS, 2 * MS), failed=(1,)))
    noted.errors.append(ClientError(2 * MS, 1062))
    noted.errors.append(ClientError(3 * MS, 2013, in_doubt=True))
    noted.errors.append(ClientError(4 * MS, 1213, retried=True))

    tally = recorder((0, S)).collect([noted])[0, "window"]

    assert (tally.transactions.count, tally.rows, tally.statement_count) == (1, 1, 1)
    assert tally.errors == {1062: 1, 2013: 1, 1213: 1}
    assert (tally.in_doubt, tally.retries) == (1, 1)


def test_response_time_runs_from_the_due_time_and_service_time_from_the_start():
    block = single((30 * MS, 40 * MS), (40 * MS, 50 * MS))
    block.starts[0], block.dues[0] = 30 * MS, 10 * MS
    block.starts[1], block.dues[1] = 40 * MS, 40 * MS - 1

    tally = recorder((0, S), paced=True).collect([ledger(block)])[0, "window"]

    assert tally.transactions.max_ms == 30.0
    assert tally.service.max_ms == 10.0
    assert tally.late == 1


def test_a_transaction_lasts_from_its_begin_to_its_commit():
    numbers = np.array([CONTROL, 0, 1, CONTROL])
    block = Block([b""] * 4, numbers, np.array([0, 4]), np.zeros(1, np.int64))
    for i, (began, ended) in enumerate([(1, 2), (2, 5), (5, 6), (6, 9)]):
        block.began[i], block.ended[i], block.rows[i] = began * MS, ended * MS, 0 if i in (0, 3) else 1
    block.starts[0] = MS

    tally = recorder((0, S)).collect([ledger(block)])[0, "window"]

    assert tally.transactions.max_ms == 8.0
    assert {name: each.max_ms for name, each in tally.statements.items()} == {"insert": 3.0, "select": 1.0}
    assert tally.rows == 2


def test_a_second_try_is_charged_with_the_first():
    block = single((50 * MS, 60 * MS))
    block.starts[0] = 10 * MS

    tally = recorder((0, S)).collect([ledger(block)])[0, "window"]

    assert tally.transactions.max_ms == 50.0


def test_an_end_that_comes_closer_turns_the_rest_into_drain():
    made = recorder((0, 10 * S))
    made.window_ns = (0, 2 * S)

    tallies = made.collect([ledger(single((0, S), (S, 3 * S)))])

    assert set(tallies) == {(1, "window"), (3, "drain")}


def test_percentiles_are_those_of_the_raw_latencies():
    raw = np.random.default_rng(3).lognormal(13, 1, 50_000).astype(np.int64)
    ended = np.sort(np.random.default_rng(4).integers(4 * S, 10 * S, raw.size))
    noted = ledger(
        *(
            single(*zip(ended[at : at + 1000] - raw[at : at + 1000], ended[at : at + 1000], strict=True))
            for at in range(0, raw.size, 1000)
        )
    )

    together = Histogram()
    for tally in recorder((0, 10 * S)).collect([noted]).values():
        together.merge(tally.transactions)

    summary = together.summary_ms()
    for name, percent in {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9}.items():
        assert summary[name] == pytest.approx(np.percentile(raw, percent) / 1e6, rel=0.01)
    assert summary["max"] == raw.max() / 1e6
