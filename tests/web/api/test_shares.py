"""Links that share a page, made over the API."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from benchlab.models import ApiToken, AuditEntry, Role, ShareLink
from tests import factories
from tests.web.api.conftest import API, client_with, token_of


@pytest.fixture
def sharer() -> Client:
    factories.make_run(pk=1, seconds=5)
    return client_with(token_of(Role.RUNNER))


def share(client: Client, **given: Any) -> Any:
    body = {"kind": "run", "query": "run=1", "days": 7, **given}
    return client.post(f"{API}/shares", body, content_type="application/json")


def test_a_link_made_over_the_api_opens_signed_out(sharer: Client) -> None:
    made = share(sharer, title="The new disk", reveals=["servers"])

    document = made.json()
    assert made.status_code == 201
    assert (document["title"], document["reveals"], document["by"]) == ("The new disk", ["servers"], "the-runner")
    text = Client().get(urlsplit(document["url"]).path).content.decode()
    assert "The new disk" in text
    assert "db1" in text


def test_its_address_is_told_once(sharer: Client) -> None:
    token = share(sharer).json()["url"].split("/")[-2]

    listed = sharer.get(f"{API}/shares").json()

    assert [each["title"] for each in listed["shares"]] == ["Notes inserted one by one: run 1"]
    assert token not in str(listed)
    assert token not in str(list(AuditEntry.objects.values()))


def test_links_are_listed_by_what_they_share(sharer: Client) -> None:
    factories.make_run(pk=2, seconds=5)
    share(sharer)
    share(sharer, query="run=2")

    listed = sharer.get(f"{API}/shares?kind=run&query=run%3D2").json()["shares"]

    assert [each["query"] for each in listed] == ["run=2"]


def test_a_revoked_link_opens_nothing_and_is_revoked_once(sharer: Client) -> None:
    made = share(sharer).json()

    answers = [sharer.delete(f"{API}/shares/{made['id']}").status_code for _ in range(2)]

    assert answers == [200, 409]
    assert Client().get(urlsplit(made["url"]).path).status_code == 404


def test_nobody_revokes_the_links_of_others_but_an_admin(sharer: Client) -> None:
    number = share(sharer).json()["id"]
    somebody = factories.make_user("other", Role.RUNNER)
    other = client_with(ApiToken.make(somebody, "CI", role=Role.RUNNER, days=1)[1])

    assert other.delete(f"{API}/shares/{number}").status_code == 404
    assert other.get(f"{API}/shares").json()["count"] == 0
    assert client_with(token_of(Role.ADMIN)).delete(f"{API}/shares/{number}").status_code == 200


def test_an_admins_token_with_fewer_rights_sees_the_admins_own_links_alone(sharer: Client) -> None:
    number = share(sharer).json()["id"]
    weaker = client_with(token_of(Role.ADMIN, role=Role.RUNNER))

    assert weaker.get(f"{API}/shares").json()["count"] == 0
    assert weaker.delete(f"{API}/shares/{number}").status_code == 404


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"query": "run=99"}, "There is no such page to share."),
        ({"kind": "trend", "query": "benchmark=notes"}, "There is no such page to share."),
        ({"kind": "comparison", "query": "run=one"}, "“one” is no run's number."),
        ({"kind": "experiment", "query": ""}, "There is no such page to share."),
        ({"kind": "trend", "query": "benchmark=notes&server=db1", "reveals": ["hosts"]}, "never shows hosts"),
        ({"days": 0}, "greater than or equal to 1"),
        ({"kind": "server", "query": "server=db1"}, "Input should be"),
    ],
)
def test_what_can_not_be_shared_is_refused_with_a_sentence(sharer: Client, given: Any, says: str) -> None:
    refused = share(sharer, **given)

    assert refused.status_code == 422
    assert says in refused.json()["problems"][0]["message"]
    assert not ShareLink.objects.exists()
