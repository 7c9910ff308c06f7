"""What others see where a part of benchlab is ill."""

import logging
import os
import signal
import time

import pytest
from django.db import DatabaseError, connection

from benchlab import jobs
from benchlab.models.runs import wake_up
from tests import factories


@pytest.fixture
def hanging_redis(redis_server, redis_process):
    """It accepts connections, and answers nothing."""
    jobs.forget_answer()
    os.kill(redis_process.pid, signal.SIGSTOP)
    yield
    os.kill(redis_process.pid, signal.SIGCONT)
    jobs.forget_answer()


def test_a_hanging_redis_holds_up_a_page_for_seconds_only(viewer, hanging_redis):
    began = time.monotonic()

    pages = [viewer.get("/runs/").content.decode() for _ in range(3)]

    assert time.monotonic() - began < 5
    assert all("Redis does not answer at " in page for page in pages)


def test_a_hanging_redis_holds_up_no_launch(hanging_redis):
    run = factories.make_run("queued")
    began = time.monotonic()

    wake_up.wake_for(run)

    assert time.monotonic() - began < 5


def test_a_redis_that_is_away_is_a_sentence(redis_process):
    redis_process.stop()
    jobs.forget_answer()
    try:
        trouble = jobs.live().trouble
    finally:
        redis_process.start()
        jobs.forget_answer()

    assert trouble == f"Redis is not reachable at {redis_process.socket}."


def test_health_says_which_part_is_ill_and_leaves_the_reason_to_the_log(client, caplog):
    def refuse() -> None:
        raise DatabaseError("Access denied for user 'bench'@'db1'")

    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(connection, "ensure_connection", refuse)
        answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["ill"]) == (503, "database")
    assert "Access denied" not in answer.content.decode()
    assert "Access denied" in caplog.text
