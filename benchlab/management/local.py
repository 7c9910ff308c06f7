"""The benchlab on this machine: the command line calls its API in this process, without a token."""

import json
import logging
import threading
import time
from collections.abc import Iterable, Sequence
from typing import cast
from urllib.parse import urlencode

from django.db import connection
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve

from benchlab import runner
from benchlab.api.accounts.access import as_operator
from benchlab.cli.lab import Lab, RefusedRequest, Reply, Request
from benchlab.keeper import Keeper
from benchlab.models import Run, State
from benchlab.models.clone_detection import detach_from_original

API = "/api/v1"
POLL_S = 0.5


class Local(Lab):
    def __init__(self) -> None:
        detach_from_original()

    def send(self, request: Request) -> Reply:
        try:
            match = resolve(f"{API}{request.path}", urlconf="benchlab.api.urls")
        except Resolver404:
            raise RefusedRequest.because("command line", f"There is nothing of the name in {request.path}.") from None
        response: HttpResponse = match.func(_http(request), *match.args, **match.kwargs)
        pieces = cast(Iterable[bytes], response)
        return Reply(response.status_code, iter(pieces))

    def executor(self) -> "Inline":
        return Inline()


def _http(request: Request) -> HttpRequest:
    made = HttpRequest()
    made.method, made.path = request.method, f"{API}{request.path}"
    made.GET = QueryDict(urlencode(request.query, doseq=True))
    if request.upload:
        made._stream = request.upload  # type: ignore[assignment] # Django reads it in pieces.
    else:
        made._body = json.dumps({} if request.body is None else request.body).encode()
    return as_operator(made)


class Inline(threading.Thread):
    """Executes runs one after the other in this process, while the main thread follows them and hears Ctrl-C."""

    def __init__(self) -> None:
        super().__init__(name="inline")
        self._runs: Sequence[int] = ()
        # Redis is not asked for anything here, so that its absence is no news.
        logging.getLogger("benchlab.models.runs.wake_up").setLevel(logging.ERROR)

    def execute(self, runs: Sequence[int]) -> None:
        Keeper().sweep()
        self._runs = runs
        self.start()

    def run(self) -> None:
        try:
            for number in self._runs:
                self._execute(Run.objects.get(pk=number))
        finally:
            connection.close()

    def _execute(self, run: Run) -> None:
        while run.state == State.QUEUED and not self._done(run):
            time.sleep(POLL_S)
            Keeper().sweep()  # There may be no other, and what it waits for may have lost its worker.
            run.refresh_from_db()

    def _done(self, run: Run) -> bool:
        try:
            return runner.execute(run)
        except Exception:
            # It is in the run's log, and the run has failed by it.
            logging.getLogger(__name__).debug("%s died", run, exc_info=True)
            return True
