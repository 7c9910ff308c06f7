"""Jobs that wake a worker; a row of the database says what there is to do."""

from benchlab.models.queue import redis_connection

EXECUTE_RUN = "benchlab.jobs.execute_run"
DELIVER = "benchlab.jobs.deliver"


def send_run(run: int) -> None:
    """Raises RedisError, as all of these."""
    redis_connection.queue().enqueue(EXECUTE_RUN, run, **redis_connection.LIFE)


def queued_runs() -> set[int]:
    return {job.args[0] for job in redis_connection.queue().jobs if job.func_name == EXECUTE_RUN}


def send_delivery(delivery: int, *, timeout_s: int) -> None:
    redis_connection.notices().enqueue(DELIVER, delivery, job_timeout=timeout_s, **redis_connection.LIFE)


def queued_deliveries() -> set[int]:
    return {job.args[0] for job in redis_connection.notices().jobs}
