"""Every address, by every role and method. An address that is not in the table fails the first test."""

from collections.abc import Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from benchlab.models import Report, Role, State
from benchlab.views import moved
from tests import factories
from tests.web.pages.conftest import signed_in_as

ANYBODY, VIEWER, RUNNER, ADMIN = "anybody", Role.VIEWER, Role.RUNNER, Role.ADMIN
RANK = {ANYBODY: 0, VIEWER: 1, RUNNER: 2, ADMIN: 3}
METHODS = ("get", "post", "put", "delete")

# Who may do what, at the least. A method that is not named is answered with 405.
RULES: dict[str, dict[str, str]] = {
    "home": {"get": VIEWER},
    "demo": {"post": RUNNER},
    "sign-in": {"get": ANYBODY, "post": ANYBODY},
    "sign-in-link": {"get": ANYBODY, "post": ANYBODY},
    "sign-out": {"post": VIEWER},
    "password": {"get": VIEWER, "post": VIEWER},
    "people": {"get": ADMIN, "post": ADMIN},
    "join": {"get": ANYBODY, "post": ANYBODY},
    "invitations": {"post": ADMIN},
    "invitation-revocation": {"post": ADMIN},
    "person": {"get": ADMIN, "post": ADMIN},
    "person-link": {"post": ADMIN},
    "audit": {"get": ADMIN},
    "tokens": {"get": VIEWER, "post": VIEWER},
    "token-revocation": {"post": VIEWER},
    "shares": {"get": RUNNER},
    "share-new": {"get": RUNNER, "post": RUNNER},
    "share-revocation": {"post": RUNNER},
    "shared": {"get": ANYBODY},
    "notifications": {"get": VIEWER},
    "mailings": {"post": VIEWER},
    "mailing-test": {"post": VIEWER},
    "webhook-add": {"get": ADMIN, "post": ADMIN},
    "webhook": {"get": ADMIN, "post": ADMIN},
    "webhook-test": {"post": ADMIN},
    "webhook-deletion": {"post": ADMIN},
    "delivery-repetition": {"post": VIEWER},
    "shared-preview": {"get": ANYBODY},
    "api-docs": {"get": VIEWER},
    "servers": {"get": VIEWER},
    "server-add": {"get": ADMIN, "post": ADMIN},
    "server": {"get": VIEWER},
    "server-edit": {"get": ADMIN, "post": ADMIN},
    "server-check": {"post": RUNNER},
    "server-deletion": {"post": ADMIN},
    "benchmarks": {"get": VIEWER},
    "benchmark-new": {"get": ADMIN, "post": ADMIN},
    "definition-problems": {"post": ADMIN},
    "definition-trial": {"post": ADMIN},
    "definition-layouts": {"post": ADMIN},
    "benchmark": {"get": VIEWER},
    "launch": {"post": RUNNER},
    "launch-preview": {"post": RUNNER},
    "launch-dry-run": {"post": RUNNER},
    "launch-layouts": {"post": RUNNER},
    "benchmark-edit": {"get": ADMIN, "post": ADMIN},
    "revision": {"get": VIEWER},
    "revision-trial": {"post": ADMIN},
    "revision-layouts": {"post": RUNNER},
    "revision-restoration": {"post": ADMIN},
    "filters": {"post": VIEWER},
    "filter": {"post": VIEWER},
    "filter-deletion": {"post": VIEWER},
    "filter-default": {"post": VIEWER},
    "filter-default-removal": {"post": VIEWER},
    "runs-side-by-side": {"get": VIEWER},
    "schedule-new": {"get": RUNNER, "post": RUNNER},
    "schedules": {"get": VIEWER},
    "schedule": {"get": VIEWER},
    "schedule-edit": {"get": RUNNER, "post": RUNNER},
    "schedule-runs": {"post": RUNNER},
    "schedule-pause": {"post": RUNNER},
    "schedule-resumption": {"post": RUNNER},
    "schedule-deletion": {"post": RUNNER},
    "timetable": {"get": RUNNER},
    "experiments": {"get": VIEWER},
    "experiment": {"get": VIEWER},
    "experiment-update": {"get": VIEWER},
    "experiment-cancellation": {"post": RUNNER},
    "experiment-reruns": {"post": RUNNER},
    "experiment-deletion": {"post": ADMIN},
    "experiment-result": {"get": VIEWER},
    "comparison": {"get": VIEWER},
    "trends": {"get": VIEWER},
    "trend": {"get": VIEWER},
    "regressions": {"get": VIEWER},
    "regression-triage": {"post": RUNNER},
    "comparison-tables": {"get": VIEWER},
    "reports": {"get": VIEWER},
    "report-new": {"get": RUNNER, "post": RUNNER},
    "report-add": {"get": RUNNER, "post": RUNNER},
    "report": {"get": VIEWER},
    "report-edit": {"get": RUNNER, "post": RUNNER},
    "report-sections": {"post": RUNNER},
    "report-section": {"get": RUNNER, "post": RUNNER},
    "report-section-place": {"post": RUNNER},
    "report-section-removal": {"post": RUNNER},
    "report-freezing": {"post": RUNNER},
    "report-copies": {"post": RUNNER},
    "report-deletion": {"post": RUNNER},
    "report-export": {"get": VIEWER},
    "runs": {"get": VIEWER},
    "run": {"get": VIEWER},
    "run-update": {"get": VIEWER},
    "run-tab": {"get": VIEWER},
    "run-series": {"get": VIEWER},
    "run-cancellation": {"post": RUNNER},
    "run-release": {"post": ADMIN},
    "run-deletion": {"post": ADMIN},
    "run-notes": {"post": RUNNER},
    "run-note": {"post": RUNNER},
    "run-note-deletion": {"post": RUNNER},
    "run-tags": {"post": RUNNER},
    "run-exclusion": {"post": RUNNER},
    "run-inclusion": {"post": RUNNER},
    "run-baseline": {"post": RUNNER},
    "run-baseline-removal": {"post": RUNNER},
    "run-result": {"get": VIEWER},
    "run-export": {"get": VIEWER},
    "run-file": {"get": VIEWER},
}
NUMBERS = dict.fromkeys(("number", "pk", "note", "section"), 1)
EXAMPLES: dict[str, str | int] = {
    "token": "spent",
    "name": "db1",
    "slug": "notes",
    "tab": "log",
    "form": "csv",
    **NUMBERS,
}
DONE = {200, 302, 404, 410, 422}


def test_every_address_has_a_rule() -> None:
    """Those of the API have a table of their own, in tests/web/api."""
    own = [pattern for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)]
    named = {pattern.name for pattern in own if pattern.callback.__module__ != moved.__name__}

    assert named == set(RULES)


def cases() -> Iterator[tuple[str, str, str]]:
    return product(RULES, METHODS, RANK)


@pytest.mark.parametrize(("name", "method", "role"), list(cases()))
def test_an_address_answers_those_who_may_ask(name: str, method: str, role: str) -> None:
    factories.make_server(port=1)
    factories.make_benchmark()
    client = Client() if role == ANYBODY else signed_in_as(role)
    factories.make_run(State.QUEUED, pk=1)
    Report.objects.create(pk=1, title="What we saw").sections.create(pk=1, place=1, kind="run", query="run=1")

    response = getattr(client, method)(address(name))

    least = RULES[name].get(method)
    assert response.status_code in expected(least, role, public=ANYBODY in RULES[name].values())
    if role == ANYBODY and least != ANYBODY and response.status_code == 302:
        assert response["Location"].startswith("/sign-in/")


def address(name: str) -> str:
    [(_, parameters)] = get_resolver().reverse_dict.getlist(name)[0][0]
    return reverse(name, kwargs={parameter: EXAMPLES[parameter] for parameter in parameters})


def expected(least: str | None, role: str, *, public: bool) -> set[int]:
    if role == ANYBODY and not public:
        return {302}
    if least is None:
        return {405, 403}
    return DONE if RANK[role] >= RANK[least] else {403}


def test_a_form_from_another_site_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.make_user())
    run = factories.make_run(State.QUEUED)

    response = client.post(reverse("run-cancellation", args=[run.pk]))

    assert response.status_code == 403
    assert "The form is out of date" in response.content.decode()
