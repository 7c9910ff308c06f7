import re

from django.test import Client

from benchlab.models import Role, User
from tests import factories


def test_adding_somebody_shows_their_sign_in_link_once(admin: Client) -> None:
    response = admin.post("/people/", {"username": "bob", "role": Role.RUNNER})

    link = re.search(r"http://testserver(/sign-in/[^/]+/)", response.content.decode())
    assert link
    assert Client().get(link[1]).status_code == 200
    assert User.objects.get(username="bob").role == Role.RUNNER


def test_a_role_is_changed(admin: Client) -> None:
    bob = factories.make_user("bob", Role.VIEWER)

    admin.post(f"/people/{bob.pk}/", {"role": Role.RUNNER, "is_active": "on"})

    bob.refresh_from_db()
    assert bob.role == Role.RUNNER


def test_an_admin_can_not_give_up_their_own_rights(admin: Client) -> None:
    me = User.objects.get(username="the-admin")

    response = admin.post(f"/people/{me.pk}/", {"role": Role.VIEWER, "is_active": "on"})

    me.refresh_from_db()
    assert me.role == Role.ADMIN
    assert "Another admin can" in response.content.decode()
