"""Lists: what is asked for is heeded or refused, and their pages come to an end."""

import pytest
from django.test import Client

from benchlab.api.v1 import api
from benchlab.models import State
from tests import factories
from tests.web.api.conftest import API

READ = {path: methods["get"] for path, methods in api.get_openapi_schema()["paths"].items() if "get" in methods}
WITHOUT_MORE = [path for path, told in READ.items() if not any(each["required"] for each in told["parameters"])]
"""What is read without naming anything, lists among them."""


@pytest.mark.parametrize("path", WITHOUT_MORE)
def test_what_is_not_known_is_refused_by_name(admin: Client, path: str) -> None:
    response = admin.get(path, {"bogus": "1"})

    assert response.status_code == 422
    assert [problem["where"] for problem in response.json()["problems"]] == ["bogus"]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("trust=Z", "No parameter “trust” here."),
        ("grad=A", "Did you mean “grade”?"),
        ("grade=Z", "Valid: A, AB, B, C, D, CD."),
        ("by=nobody", "Valid: the-viewer."),
        ("state=gone", "Valid: queued, running"),
        ("experiment=x", "valid integer"),
    ],
)
def test_a_filter_says_what_there_is(viewer: Client, query: str, says: str) -> None:
    response = viewer.get(f"{API}/runs?{query}")

    assert response.status_code == 422
    assert says in response.json()["problems"][0]["message"]


def test_a_filter_of_runs_alone_is_not_one_of_experiments(viewer: Client) -> None:
    assert viewer.get(f"{API}/experiments?excluded=no").status_code == 422
    assert viewer.get(f"{API}/runs?excluded=no").status_code == 200


def test_a_page_beyond_the_last_is_empty(viewer: Client) -> None:
    run = factories.make_run(State.FINISHED)
    pages = [viewer.get(f"{API}/runs?limit=1&page={number}").json() for number in (1, 2, 999)]

    assert [[each["run"] for each in page["runs"]] for page in pages] == [[run.pk], [], []]
    assert [(page["page"], page["pages"], page["count"]) for page in pages] == [(1, 1, 1), (2, 1, 1), (999, 1, 1)]
