"""Old and mistyped addresses: the page comes, and says what it does not show."""

import pytest
from django.test import Client

from benchlab.models import Run, State
from tests import factories


@pytest.fixture
def runs() -> list[Run]:
    return [factories.make_run(State.FINISHED, pk=number, seconds=5) for number in (1, 2)]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/runs/1/?tab=bogus", "There is no tab “bogus”; showing the overview."),
        ("/trends/notes/db1/?choice=bogus", "There is no choice “bogus”; showing runs with the most"),
        ("/regressions/?state=bogus", "There is no state “bogus”; showing new regressions."),
        ("/comparison/?run=1&run=2&phase=bogus", "There is no phase “bogus”; showing insert."),
        ("/runs/?state=bogus", "There is no state “bogus”; all are shown."),
    ],
)
def test_what_there_is_not_is_said(viewer: Client, runs, address, sentence) -> None:
    response = viewer.get(address)

    assert response.status_code == 200
    assert sentence in response.content.decode()


@pytest.mark.parametrize("address", ["/runs/1/", "/runs/1/?tab=log", "/trends/notes/db1/", "/regressions/?state=fixed"])
def test_of_what_there_is_nothing_is_said(viewer: Client, runs, address) -> None:
    assert "There is no" not in viewer.get(address).content.decode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/notices/?page=2", "/notifications/?page=2"),
        ("/notices/webhooks/3/", "/notifications/webhooks/3/"),
        ("/runs/beside/?run=1&run=2", "/runs/side-by-side/?run=1&run=2"),
        ("/benchmarks/notes/rehearsal/", "/benchmarks/notes/dry-run/"),
    ],
)
def test_an_address_of_an_earlier_version_redirects(viewer: Client, old, new) -> None:
    response = viewer.get(old)

    assert (response.status_code, response["Location"]) == (308, new)
