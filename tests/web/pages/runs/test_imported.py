"""Runs that another installation executed, and lists that are asked for what there is not."""

import pytest

from benchlab.models import Run, State
from tests import factories


@pytest.fixture
def imported() -> Run:
    return factories.make_imported()


@pytest.mark.parametrize("address", ["/", "/runs/", "/benchmarks/notes/"])
def test_a_list_names_its_server_and_says_that_it_was_imported(viewer, imported, address):
    page = viewer.get(address).content.decode()

    assert "theirs" in page
    assert ">imported<" in page


def test_its_page_says_so_and_leads_to_no_server_that_is_not_here(viewer, imported):
    page = viewer.get(f"/runs/{imported.pk}/").content.decode()

    assert ">imported<" in page
    assert "<strong>theirs</strong>" in page
    assert "/servers/theirs/" not in page


def test_a_run_of_this_installation_is_not_called_imported(viewer, finished):
    assert ">imported<" not in viewer.get("/runs/").content.decode()
    assert ">imported<" not in viewer.get(f"/runs/{finished.pk}/").content.decode()


@pytest.mark.parametrize("query", ["state=bogus", "server=bogus", "benchmark=bogus&state=finished", "by=nobody"])
def test_a_choice_that_there_is_not_is_left_out_and_said_so(viewer, finished, query):
    page = viewer.get(f"/runs/?{query}").content.decode()

    assert "all are shown" in page
    assert f"/runs/{finished.pk}/" in page
    assert "field-error" not in page


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED])
def test_the_rate_of_a_run_that_broke_off_is_not_printed_like_a_result(viewer, state):
    factories.make_run(state)

    page = viewer.get("/runs/").content.decode()

    assert '<span class="faint">18,420</span>' in page
    assert "<strong>18,420" not in page
