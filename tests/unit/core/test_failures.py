"""Failures of system calls that the core can not do without, as the drive reports them."""

import time
from pathlib import Path
from typing import Any

from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.process_messages import DriveTask
from benchlab.mysql import Address
from tests.unit.core.servers import benchlab_core

PHASE = DrivePhase("insert", 1, (Transaction("read", 1.0, (Statement("read", "SELECT 1"),)),), duration_s=30)


def pool_of(state: DriveState) -> Any:
    # It needs the core, without which the tests are skipped.
    from benchlab.engine.generator.client.compiled_client_pool import CompiledClientPool

    assert benchlab_core
    task = DriveTask(
        account=Address(), schema="", phase=PHASE, clients=(0,), values={}, seed=1, bases={}, first_lane=0, lanes=1,
        run_started_ns=time.monotonic_ns(), compiled=True,
    )  # fmt: skip
    return CompiledClientPool(task, state)


def test_a_drive_whose_connections_can_not_be_watched_fails_with_a_sentence(tmp_path: Path):
    state = DriveState(PHASE)
    pool = pool_of(state)
    pool.render_ahead()
    with (tmp_path / "no socket").open("wb") as unfit:
        pool._loop.attach(0, unfit.fileno(), [])

        state.begin_at(time.monotonic_ns())
        pool.begin()
        assert state.finished.wait(20)

    assert state.failure
    assert "“insert” could not watch its connections (epoll_ctl: Operation not permitted)" in state.failure.message
