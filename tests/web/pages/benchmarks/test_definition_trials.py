import re

import pytest
from django.test import Client

from benchlab.models import Benchmark, Revision, Server
from benchlab.mysql import Address
from tests import factories

TEXT = factories.DEFINITION.format(name="notes", title="Notes")
REFUSED = TEXT.replace("DECIMAL(10,2)", "DECIMALS")


@pytest.fixture
def server(mariadb: Address) -> Server:
    made = factories.make_server("db1", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)
    made.check_now()
    return made


def tried(admin: Client, text: str) -> str:
    return admin.post("/definitions/trial/", {"text": text, "server": "db1"}).content.decode()


def token_in(page: str) -> str:
    found = re.search(r'name="trial" value="([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.usefixtures("server")
def test_a_server_says_what_of_a_text_it_refuses(admin: Client) -> None:
    page = tried(admin, REFUSED)

    assert "db1 refuses 1 statement" in page
    assert "DECIMALS" in page


@pytest.mark.usefixtures("server")
def test_what_came_of_a_trial_is_kept_with_the_text_that_is_saved(admin: Client) -> None:
    token = token_in(tried(admin, TEXT))

    admin.post("/definitions/new/", {"text": TEXT, "trial": token})
    page = admin.get("/benchmarks/notes/revisions/1/").content.decode()

    assert Revision.objects.get().tried_on == "db1"
    assert "db1 takes every statement" in page


@pytest.mark.usefixtures("server")
def test_a_trial_says_nothing_of_another_text(admin: Client) -> None:
    token = token_in(tried(admin, TEXT))

    page = admin.post("/definitions/new/", {"text": REFUSED, "trial": token}, follow=True).content.decode()

    assert Revision.objects.get().trial is None
    assert "has not been checked" in page


def test_a_trial_can_not_be_claimed(admin: Client) -> None:
    admin.post("/definitions/new/", {"text": TEXT, "trial": "made-up:token"})

    assert Revision.objects.get().trial is None


@pytest.mark.usefixtures("server")
def test_a_saved_revision_is_tried_on_its_page(admin: Client) -> None:
    Benchmark.store(REFUSED, by=None)

    page = admin.post("/benchmarks/notes/revisions/1/trial/", {"server": "db1"}, follow=True).content.decode()

    assert "db1 refuses 1 statement" in page
    assert [each.where for each in Revision.objects.get().trial.problems] == ["table note"]


def test_a_server_that_is_away_says_nothing_of_the_text(admin: Client) -> None:
    factories.make_server("db1", port=1)
    Benchmark.store(TEXT, by=None)

    page = admin.post("/benchmarks/notes/revisions/1/trial/", {"server": "db1"}, follow=True).content.decode()

    assert "The check failed." in page
    assert Revision.objects.get().trial is None


def test_an_old_revision_is_restored_as_a_new_one(admin: Client) -> None:
    Benchmark.store(TEXT, by=None)
    benchmark = Benchmark.store(TEXT.replace("default: 10", "default: 20"), by=None)

    admin.post("/benchmarks/notes/revisions/1/restoration/")

    assert (benchmark.latest.number, benchmark.latest.text) == (3, TEXT)
    assert benchmark.latest.created_by.username == "the-admin"


def test_a_revision_of_an_older_language_says_why_it_is_not_restored(admin: Client) -> None:
    benchmark = Benchmark.store(TEXT, by=None)
    Revision.objects.create(benchmark=benchmark, number=2, text="name: notes\nengine: sysbench\n")
    benchmark.revisions.filter(number=1).update(number=3)

    page = admin.post("/benchmarks/notes/revisions/2/restoration/", follow=True).content.decode()

    assert "cannot be restored" in page
    assert benchmark.revisions.count() == 2
