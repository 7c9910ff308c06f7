"""JSON and YAML can write lone surrogate; no answer to that is a failure of benchlab's own."""

import pytest
from django.test import Client

from benchlab.models import State
from tests import factories
from tests.web.api.conftest import API

HALF = '"\\ud800"'
ADDRESSES = {
    "/benchmarks/notes/runs": f'{{"servers": ["db1"], "label": {HALF}}}',
    "/benchmarks/notes/check": f'{{"servers": ["db1"], "values": {{"clients": {HALF}}}}}',
    "/definitions/problems": f'{{"text": {HALF}}}',
    "/runs/1/notes": f'{{"text": {HALF}}}',
    "/runs/1/exclusion": f'{{"reason": {HALF}}}',
    "/runs/1/cancellation": f'{{"reason": {HALF}}}',
    "/servers": f'{{"name": {HALF}, "host": {HALF}}}',
    "/schedules": f'{{"name": "a", "benchmark": "notes", "servers": [{HALF}], "when": {HALF}}}',
}


@pytest.mark.parametrize("path", ADDRESSES)
def test_half_a_character_is_refused_with_a_sentence(path: str, admin: Client) -> None:
    factories.make_server(port=1)
    factories.make_benchmark()
    factories.make_run(State.QUEUED, pk=1)

    response = admin.post(API + path, ADDRESSES[path], content_type="application/json")

    assert response.status_code == 400
    assert "lone surrogate" in response.json()["problems"][0]["message"]


def test_what_is_no_json_is_refused_with_a_sentence(admin: Client) -> None:
    response = admin.post(f"{API}/definitions/problems", "{", content_type="application/json")

    assert (response.status_code, response.json()["problems"][0]["message"]) == (
        400,
        "The request body is not valid JSON.",
    )


def test_half_a_character_in_a_definition_is_a_problem_with_its_line(admin: Client) -> None:
    text = 'name: notes\ntitle: "\\ud800"\nphases: []\n'

    response = admin.post(f"{API}/benchmarks", {"text": text}, content_type="application/json")

    assert response.status_code == 422
    assert next((each["where"], each["line"]) for each in response.json()["problems"]) == ("title", 2)


def test_half_a_character_in_an_address_is_not_found(admin: Client) -> None:
    for address in ("/benchmarks/%ed%a0%80", "/runs?q=%ed%a0%80", "/servers/%ed%a0%80"):
        assert admin.get(API + address).status_code in (200, 404, 422)
