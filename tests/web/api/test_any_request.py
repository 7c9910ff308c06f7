"""Whatever is sent to the API, it answers and does not fail: requests made up from its own OpenAPI document."""

import json
import os
from typing import Any

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from benchlab.api.v1 import api
from benchlab.models import ApiToken, Report, State, User
from tests import factories

EXAMPLES = int(os.environ.get("BENCHLAB_API_EXAMPLES", "3"))
"""For each operation; a long run takes 200."""
STARTS_PROGRAMS = {("post", "/api/v1/sandboxes")}
"""It would make a MariaDB of whatever name comes to its mind."""
KNOWN: dict[str, list[Any]] = {
    "name": ["notes", "db1"],
    "server": ["db1"],
    "number": [1, 2],
    "note": [1],
    "section": [1],
}
OPERATIONS = {
    (each.method, each.path): each
    for each in (
        result.ok() for result in schemathesis.openapi.from_dict(api.get_openapi_schema()).get_all_operations()
    )
    if (each.method, each.path) not in STARTS_PROGRAMS
}


@schemathesis.serializer("application/zip")
def as_it_is(context: Any, body: Any) -> Any:
    return body


@pytest.fixture
def admin(db: None) -> Client:
    """Signed in, so that nothing is refused for a token's sake; what a test deletes is there again for the next."""
    factories.make_server(port=1)
    factories.make_benchmark()
    factories.make_run(State.FINISHED, pk=1, seconds=3).notes.create(pk=1, text="After the upgrade")
    factories.make_run(State.QUEUED, pk=2)
    Report.objects.create(pk=1, title="What we saw").sections.create(pk=1, place=1, kind="run", query="run=1")
    client = Client(raise_request_exception=False)
    client.force_login(factories.make_user(role="admin"))
    ApiToken.make(User.objects.get(), "CI", role="viewer", days=None)
    return client


@pytest.mark.parametrize(("method", "path"), list(OPERATIONS))
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_no_request_makes_it_fail(method: str, path: str, admin: Client, data: st.DataObject) -> None:
    case = data.draw(OPERATIONS[method, path].as_strategy())
    for name in case.path_parameters or {}:
        case.path_parameters[name] = data.draw(st.sampled_from([*KNOWN[name], case.path_parameters[name]]))

    sent = {"content_type": "application/json", "query_params": case.query}
    response = admin.generic(method.upper(), case.formatted_path, _body(case), **sent)

    assert response.status_code < 500, response.content
    assert response.status_code < 400 or response.json()["format"] == "benchlab.refusal/1"


def _body(case: Any) -> str | bytes:
    """Servers are looked for on this machine alone."""
    if case.path.endswith("/import"):
        return str(case.body).encode()
    if isinstance(case.body, dict) and "/servers" in case.path:
        place = {"host": "127.0.0.1", "port": 1, "socket": "", "url": ""}
        return json.dumps({**case.body, **{name: value for name, value in place.items() if name in case.body}})
    return json.dumps(case.body) if isinstance(case.body, dict | list) else ""
