"""Every address of the API, by every role and method. An operation that is not in the table fails the first test."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client

from benchlab.api.v1 import api
from benchlab.models import Report, Role, State
from tests import factories
from tests.web.api.conftest import API, client_with, token_of

ANYBODY, VIEWER, RUNNER, ADMIN = "anybody", Role.VIEWER, Role.RUNNER, Role.ADMIN
RANK = {ANYBODY: 0, VIEWER: 1, RUNNER: 2, ADMIN: 3}
METHODS = ("get", "post", "put", "patch", "delete")

# Who may do what, at the least. A method that is not named is answered with 405.
RULES: dict[str, dict[str, str]] = {
    "/benchmarks": {"get": VIEWER, "post": ADMIN},
    "/benchmarks/{name}": {"get": VIEWER, "put": ADMIN},
    "/benchmarks/{name}/check": {"post": RUNNER},
    "/benchmarks/{name}/runs": {"post": RUNNER},
    "/benchmarks/{name}/revisions": {"get": VIEWER},
    "/benchmarks/{name}/revisions/{number}": {"get": VIEWER},
    "/benchmarks/{name}/revisions/{number}/trial": {"post": ADMIN},
    "/benchmarks/{name}/revisions/{number}/restoration": {"post": ADMIN},
    "/definitions/problems": {"post": VIEWER},
    "/definitions/trial": {"post": ADMIN},
    "/servers": {"get": VIEWER, "post": ADMIN},
    "/servers/{name}": {"get": VIEWER, "patch": ADMIN, "delete": ADMIN},
    "/servers/{name}/check": {"post": RUNNER},
    "/sandboxes": {"get": VIEWER, "post": ADMIN},
    "/sandboxes/{name}": {"delete": ADMIN},
    "/sandboxes/{name}/start": {"post": ADMIN},
    "/sandboxes/{name}/stop": {"post": ADMIN},
    "/runs": {"get": VIEWER},
    "/runs/import": {"post": RUNNER},
    "/runs/{number}": {"get": VIEWER, "delete": ADMIN},
    "/runs/{number}/progress": {"get": VIEWER},
    "/runs/{number}/summary": {"get": VIEWER},
    "/runs/{number}/log": {"get": VIEWER},
    "/runs/{number}/cancellation": {"post": RUNNER},
    "/runs/{number}/release": {"post": ADMIN},
    "/runs/{number}/files": {"get": VIEWER},
    "/runs/{number}/files/{name}": {"get": VIEWER},
    "/runs/{number}/series": {"get": VIEWER},
    "/runs/{number}/series.csv": {"get": VIEWER},
    "/runs/{number}/export.zip": {"get": VIEWER},
    "/runs/{number}/notes": {"get": VIEWER, "post": RUNNER},
    "/runs/{number}/notes/{note}": {"put": RUNNER, "delete": RUNNER},
    "/runs/{number}/tags": {"put": RUNNER},
    "/runs/{number}/exclusion": {"post": RUNNER, "delete": RUNNER},
    "/runs/{number}/baseline": {"get": VIEWER, "post": RUNNER, "delete": RUNNER},
    "/schedules": {"get": VIEWER, "post": RUNNER},
    "/schedules/{name}": {"get": VIEWER, "put": RUNNER, "delete": RUNNER},
    "/schedules/{name}/occurrences": {"get": VIEWER},
    "/schedules/{name}/runs": {"post": RUNNER},
    "/schedules/{name}/pause": {"post": RUNNER, "delete": RUNNER},
    "/experiments": {"get": VIEWER},
    "/experiments/{number}": {"get": VIEWER, "delete": ADMIN},
    "/experiments/{number}/progress": {"get": VIEWER},
    "/experiments/{number}/summary": {"get": VIEWER},
    "/experiments/{number}/cancellation": {"post": RUNNER},
    "/experiments/{number}/reruns": {"post": RUNNER},
    "/experiments/{number}/baselines": {"post": RUNNER, "delete": RUNNER},
    "/baselines": {"get": VIEWER},
    "/comparison": {"get": VIEWER},
    "/comparison/summary": {"get": VIEWER},
    "/trends/{name}/{server}": {"get": VIEWER},
    "/regressions": {"get": VIEWER},
    "/regressions/{number}/triage": {"post": RUNNER},
    "/shares": {"get": RUNNER, "post": RUNNER},
    "/shares/{number}": {"delete": RUNNER},
    "/reports": {"get": VIEWER, "post": RUNNER},
    "/reports/parts": {"get": VIEWER},
    "/reports/{number}": {"get": VIEWER, "put": RUNNER, "delete": RUNNER},
    "/reports/{number}/sections": {"get": VIEWER, "post": RUNNER},
    "/reports/{number}/sections/{section}": {"put": RUNNER, "delete": RUNNER},
    "/reports/{number}/order": {"put": RUNNER},
    "/reports/{number}/freezing": {"post": RUNNER},
    "/reports/{number}/copies": {"post": RUNNER},
    "/reports/{number}/report.html": {"get": VIEWER},
    "/reports/{number}/report.md": {"get": VIEWER},
    "/reports/{number}/report.csv": {"get": VIEWER},
    "/workers": {"get": VIEWER},
    "/me": {"get": VIEWER},
    "/me/tokens": {"get": VIEWER, "post": VIEWER},
    "/me/tokens/{number}": {"delete": VIEWER},
    "/audit": {"get": ADMIN},
    "/me/mailings": {"get": VIEWER, "put": VIEWER},
    "/invitations": {"get": ADMIN, "post": ADMIN},
    "/invitations/{number}": {"delete": ADMIN},
    "/filters": {"get": VIEWER, "post": VIEWER},
    "/filters/{number}": {"patch": VIEWER, "delete": VIEWER},
    "/webhooks": {"get": ADMIN, "post": ADMIN},
    "/webhooks/{number}": {"get": ADMIN, "patch": ADMIN, "delete": ADMIN},
    "/webhooks/{number}/test": {"post": ADMIN},
    "/deliveries": {"get": VIEWER},
    "/deliveries/{number}/repetition": {"post": VIEWER},
}
DONE = {200, 201, 202, 404, 409, 422}
FOR_PEOPLE = {("/invitations", "post"), ("/me/tokens", "post"), ("/me/tokens/{number}", "delete")}
"""What a token can not do, whatever its role."""


def test_every_operation_has_a_rule() -> None:
    described = {
        path.removeprefix(API): set(operations) for path, operations in api.get_openapi_schema()["paths"].items()
    }

    assert described == {path: set(methods) for path, methods in RULES.items()}


def cases() -> Iterator[tuple[str, str]]:
    return product(RULES, RANK)


@pytest.mark.parametrize(("path", "role"), list(cases()))
def test_an_operation_answers_those_who_may_ask_and_in_json(path: str, role: str) -> None:
    factories.make_server(port=1)
    factories.make_benchmark()
    client = Client() if role == ANYBODY else client_with(token_of(role))
    factories.make_run(State.QUEUED, pk=1)
    Report.objects.create(pk=1, title="What we saw").sections.create(pk=1, place=1, kind="run", query="run=1")
    of_benchmark = path.startswith(("/benchmarks", "/trends"))
    address = API + path.format(name="notes" if of_benchmark else "db1", server="db1", number=1, note=1, section=1)

    for method in METHODS:
        response: Any = getattr(client, method)(address, data={} if method == "get" else "{}", **_content(method))

        least = RULES[path].get(method)
        assert response.status_code in expected(least, role, by_token=(path, method) in FOR_PEOPLE), method
        if response.status_code >= 400:
            assert response.json()["format"] == "benchlab.refusal/1"
            assert response.json()["problems"][0]["message"].endswith((".", "?"))


def _content(method: str) -> dict[str, str]:
    return {} if method == "get" else {"content_type": "application/json"}


def expected(least: str | None, role: str, *, by_token: bool) -> set[int]:
    if least is None:
        return {405}
    if role == ANYBODY:
        return {401}
    return DONE | ({403} if by_token else set()) if RANK[role] >= RANK[least] else {403}


@pytest.mark.parametrize("path", ["/", "/nothing", "/runs/nine", "/runs/1/nothing"])
def test_an_address_that_is_not_there_says_so_in_json(path: str, viewer: Client) -> None:
    response = viewer.get(API + path)

    assert (response.status_code, response.json()["format"]) == (404, "benchlab.refusal/1")
