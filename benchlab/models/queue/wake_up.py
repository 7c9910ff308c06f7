"""Jobs that wake a worker; a row of the database says what there is to do."""

from benchlab.models.queue import redis

EXECUTE_RUN = "benchlab.jobs.execute_run"
DELIVER = "benchlab.jobs.deliver"


def send_run(run: int) -> None:
    """Raises RedisError, as all of these."""
    redis.queue().enqueue(EXECUTE_RUN, run, **redis.LIFE)


def queued_runs() -> set[int]:
    return {job.args[0] for job in redis.queue().jobs if job.func_name == EXECUTE_RUN}


def send_delivery(delivery: int, *, timeout_s: int) -> None:
    redis.notices().enqueue(DELIVER, delivery, job_timeout=timeout_s, **redis.LIFE)


def queued_deliveries() -> set[int]:
    return {job.args[0] for job in redis.notices().jobs}
