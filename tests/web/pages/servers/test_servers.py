from django.test import Client

from benchlab.models import Server, State
from benchlab.mysql import Address
from tests import factories


def test_an_added_server_is_checked_at_once(admin: Client, mariadb: Address) -> None:
    given = {"name": "mine", "host": "127.0.0.1", "port": 3306, "socket": mariadb.socket}

    response = admin.post("/servers/new/", {**given, "user": mariadb.user, "password": mariadb.password}, follow=True)

    page = response.content.decode()
    assert "MariaDB" in page
    assert "Capabilities" in page
    assert Server.objects.get(name="mine").facts


def test_a_server_that_does_not_answer_says_why(admin: Client) -> None:
    given = {"name": "gone", "host": "127.0.0.1", "port": 1, "user": "bench"}

    response = admin.post("/servers/new/", given, follow=True)

    assert "The server cannot be used" in response.content.decode()


def test_a_missing_capability_names_its_reason_and_its_remedy(viewer: Client) -> None:
    factories.make_server("db1")

    page = viewer.get("/servers/db1/").content.decode()

    assert "local_infile is off." in page
    assert "SET GLOBAL local_infile = 1;" in page


def test_a_password_is_never_shown_and_kept_when_the_field_stays_empty(admin: Client) -> None:
    server = factories.make_server("db1", password="very secret", port=1)

    form = admin.get("/servers/db1/edit/").content.decode()
    admin.post("/servers/db1/edit/", {"name": "db1", "host": "127.0.0.1", "port": 1, "user": "other"})

    server.refresh_from_db()
    assert "very secret" not in form
    assert (server.user, server.password) == ("other", "very secret")


def test_a_server_in_use_is_not_removed(admin: Client) -> None:
    factories.make_run(State.QUEUED, server=factories.make_server("db1"))

    response = admin.post("/servers/db1/deletion/", follow=True)

    assert "Cancel that run first" in response.content.decode()
    assert Server.objects.filter(name="db1").exists()


def test_an_empty_list_offers_to_add_ones_own_server(admin: Client) -> None:
    page = admin.get("/servers/").content.decode()

    assert "Add my own server" in page


def test_a_server_in_use_stays_where_it_is(admin: Client) -> None:
    run = factories.make_run(state=State.RUNNING)
    server = run.servers.get()
    moved = {"name": server.name, "host": "other.example", "port": server.port, "user": server.user}

    response = admin.post(f"/servers/{server.name}/edit/", moved)

    server.refresh_from_db()
    assert "A run is queued or running on this server" in response.content.decode()
    assert server.host != "other.example"
