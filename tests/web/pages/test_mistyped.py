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
        ("/runs/1/?tab=bogus", "There is no tab “bogus” (any more); this is the overview."),
        ("/trends/notes/db1/?choice=bogus", "There is no choice “bogus” (any more); these are the runs with"),
        ("/regressions/?state=bogus", "There is no state “bogus” (any more); these are the new ones."),
        ("/comparison/?run=1&run=2&phase=bogus", "There is no phase “bogus” (any more); this is insert."),
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
