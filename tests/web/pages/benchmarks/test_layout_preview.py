"""The layout that a server would make of a definition's tables, on the pages of launch, revision and editor."""

import socket
from threading import Thread

import pytest
from django.core.cache import cache
from django.test import Client

from benchlab.models import Benchmark, Server
from benchlab.mysql import Address
from tests import factories

TEXT = """\
name: cut
title: A table that is cut
parameters:
  parts:  {type: integer, default: 3, sweep: true}
  clients: {type: integer, default: 1, sweep: true}
tables:
  note: |
    CREATE TABLE note (id INT NOT NULL PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS {{ parts }}
phases:
  - sql: {statements: ["DELETE FROM note"]}
"""
VALUES = {"server": "db1", "set-parts": "3", "set-clients": "1"}


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    cache.clear()


@pytest.fixture
def server(mariadb: Address) -> Server:
    made = factories.make_server("db1", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)
    Benchmark.store(TEXT, by=None)
    return made


def launch_layouts(client: Client, **changes: str) -> str:
    return client.post("/benchmarks/cut/layouts/", {**VALUES, **changes}).content.decode()


@pytest.mark.usefixtures("server")
def test_the_launch_page_draws_the_layout_of_its_values(runner: Client) -> None:
    page = launch_layouts(runner, **{"set-parts": "5"})

    assert "On db1" in page
    assert "5 partitions" in page
    assert page.count("<rect") == 5


@pytest.mark.usefixtures("server")
def test_each_layout_of_an_experiment_is_drawn_once(runner: Client) -> None:
    page = launch_layouts(runner, **{"set-parts": "2,4", "set-clients": "1,10"})

    assert page.count('class="layout-preview"') == 2
    assert "parts 2<" in page
    assert "parts 4<" in page


@pytest.mark.usefixtures("server")
def test_a_server_is_not_asked_twice_about_the_same_tables(runner: Client) -> None:
    first = launch_layouts(runner)
    Server.objects.update(check_error="It is gone.")

    again = launch_layouts(runner, **{"set-clients": "7"})

    assert again == first


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("parts", ["0", "9000"])
def test_what_the_server_refuses_stands_there_in_its_words(runner: Client, parts: str) -> None:
    page = launch_layouts(runner, **{"set-parts": parts})

    assert "db1 refuses the table note" in page
    assert "error 1" in page


@pytest.mark.usefixtures("server")
def test_a_server_that_did_not_answer_is_not_asked(runner: Client) -> None:
    Server.objects.update(check_error="Nobody answers there.")

    assert "did not answer its last check: Nobody answers there." in launch_layouts(runner)


def test_a_server_that_breaks_off_is_asked_once_for_all_layouts(runner: Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hung_up:
        asked = Thread(target=lambda: hung_up.accept()[0].close(), daemon=True)
        asked.start()
        factories.make_server("db1", port=hung_up.getsockname()[1])
        Benchmark.store(TEXT, by=None)

        page = launch_layouts(runner, **{"set-parts": "2,4"})

        asked.join()
        hung_up.setblocking(False)
        with pytest.raises(BlockingIOError):
            hung_up.accept()
    assert page.count("Creating the tables on db1 failed") == 2


@pytest.mark.usefixtures("server")
def test_a_server_that_a_run_uses_is_let_be(runner: Client) -> None:
    run = factories.make_run()
    run.locks.create(resource="server:db1", title="server db1")

    assert "would spoil its figures" in launch_layouts(runner)


@pytest.mark.usefixtures("server")
def test_a_bad_value_is_told_and_nobody_is_asked(runner: Client) -> None:
    page = launch_layouts(runner, **{"set-parts": "many"})

    assert "is not a whole number" in page
    assert "On db1" not in page


@pytest.mark.usefixtures("server")
def test_a_revision_is_drawn_with_its_defaults(runner: Client) -> None:
    page = runner.post("/benchmarks/cut/revisions/1/layouts/", {"server": "db1"}).content.decode()

    assert "3 partitions" in page


@pytest.mark.usefixtures("server")
def test_the_editor_draws_the_text_as_it_is(admin: Client) -> None:
    text = TEXT.replace("default: 3", "default: 6")

    page = admin.post("/definitions/layouts/", {"text": text, "server": "db1"}).content.decode()
    broken = admin.post("/definitions/layouts/", {"text": "tables: 3", "server": "db1"}).content.decode()

    assert "6 partitions" in page
    assert "A mapping of names to values is expected here." in broken


@pytest.mark.usefixtures("server")
def test_only_who_may_ask_finds_the_button(viewer: Client, runner: Client) -> None:
    for address in ("/benchmarks/cut/", "/benchmarks/cut/revisions/1/"):
        assert "Show the layout" in runner.get(address).content.decode()
        assert "Show the layout" not in viewer.get(address).content.decode()
