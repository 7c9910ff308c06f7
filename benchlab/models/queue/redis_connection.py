"""The Redis that wakes workers, with timeouts: one that hangs must not hang a page or a command."""

from functools import cache

import django_rq
from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnectionError
from redis.exceptions import TimeoutError as NoAnswerError
from redis.retry import Retry
from rq import Queue

NOTICES = "notices"
ANSWERS_WITHIN_S = 2
LIFE = {"result_ttl": 0, "failure_ttl": 1}
"""For how many seconds RQ keeps a job that is over. With 0 it deletes a failed one at once, and raises ValueError (in
2.12 and 3.0) if the job's execution has expired: the worker that cleans up after a killed one would end, too."""
# Once more where a connection that was kept has died meanwhile; who does not answer is not asked again.
_RETRY = Retry(NoBackoff(), 1, supported_errors=(NoConnectionError,))


def connection() -> Redis:
    return _connection(settings.REDIS_URL)


def queue() -> Queue:
    return django_rq.get_queue(connection=connection())


def notices() -> Queue:
    """A queue of its own: a webhook that hangs must not keep a run waiting."""
    return django_rq.get_queue(NOTICES, connection=connection())


def sentence(error: RedisError) -> str:
    """What is wrong, in one sentence for people."""
    what = "does not answer" if isinstance(error, NoAnswerError) else "is not reachable"
    if not isinstance(error, NoConnectionError | NoAnswerError):
        what = "refuses to answer"
    return f"Redis {what} at {_place()}."


def _place() -> str:
    """Its address without an account."""
    known = connection().connection_pool.connection_kwargs
    return str(known.get("path") or f"{known.get('host', 'localhost')}:{known.get('port', 6379)}")


@cache
def _connection(url: str) -> Redis:
    patience = {"socket_timeout": ANSWERS_WITHIN_S, "socket_connect_timeout": ANSWERS_WITHIN_S}
    return Redis.from_url(url, retry=_RETRY, **patience)
