"""Links by which people join."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchlab.models import AuditEntry, Invitation, Role, User
from tests import factories
from tests.listeners import Post, mail_server_of
from tests.web.api.conftest import API, client_with, token_of
from tests.web.pages.conftest import signed_in_as

CHOSEN = {"username": "bob", "password1": "a long walk home", "password2": "a long walk home"}


@pytest.fixture
def post(settings) -> Iterator[Post]:
    with mail_server_of(settings) as listening:
        yield listening


@pytest.fixture
def link() -> str:
    return make_link()


def make_link(role: str = Role.RUNNER, **changes: object) -> str:
    by = User.objects.filter(role=Role.ADMIN).first() or factories.make_user("root", Role.ADMIN)
    invitation, token = Invitation.make(by=by, role=role, days=7)
    Invitation.objects.filter(pk=invitation.pk).update(**changes)
    return f"/join/{token}/"


def test_who_is_invited_chooses_a_name_and_a_password_and_is_in(link):
    stranger = Client()

    response = stranger.post(link, CHOSEN, follow=True)

    assert response.status_code == 200
    bob = User.objects.get(username="bob")
    assert (bob.role, bob.check_password("a long walk home")) == (Role.RUNNER, True)
    assert Invitation.objects.get().accepted_by == bob
    assert stranger.get("/runs/").status_code == 200


def test_looking_at_an_invitation_does_not_spend_it(link):
    for _ in range(2):
        assert "You are invited as a runner" in Client().get(link).content.decode()


def test_an_invitation_works_once(link):
    Client().post(link, CHOSEN)

    again = Client().post(link, {**CHOSEN, "username": "carol"})

    assert again.status_code == 410
    assert not User.objects.filter(username="carol").exists()


@pytest.mark.parametrize(
    "changes", [{"revoked_at": timezone.now()}, {"expires_at": timezone.now() - timedelta(seconds=1)}]
)
def test_an_invitation_that_has_ended_lets_nobody_in(changes):
    response = Client().post(make_link(**changes), CHOSEN)

    assert response.status_code == 410
    assert not User.objects.filter(username="bob").exists()


@pytest.mark.parametrize("changes", [{"is_active": False}, {"role": Role.VIEWER}])
def test_who_is_no_admin_any_more_lets_nobody_in(link, changes):
    User.objects.filter(username="root").update(**changes)

    assert Client().post(link, CHOSEN).status_code == 410
    assert Invitation.objects.get().state == "revoked"


def test_two_at_once_are_not_both_let_in(link):
    token = link.split("/")[2]
    first, second = Invitation.usable(token), Invitation.usable(token)

    assert first.use()
    assert not second.use()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password", "password2": "password"}, "too common"),
        ({"password2": "another"}, "match"),
        ({"username": "ROOT"}, "already exists"),
    ],
)
def test_a_name_or_password_that_will_not_do_spends_nothing(link, changes, says):
    response = Client().post(link, {**CHOSEN, **changes})

    assert response.status_code == 422
    assert says in response.content.decode()
    assert Invitation.objects.get().state == "open"


def test_an_admin_is_shown_the_link_once_and_only_its_hash_is_kept(admin):
    response = admin.post("/people/invitations/", {"invitation-role": "viewer", "invitation-days": "7"})

    [token] = re.findall(r"http://testserver/join/([^/]+)/", response.content.decode())
    assert len(token) > 40
    assert token not in str(Invitation.objects.values())
    assert token not in admin.get("/people/").content.decode()
    assert Client().get(f"/join/{token}/").status_code == 200


def test_an_invitation_is_mailed(admin, post):
    admin.post(
        "/people/invitations/",
        {"invitation-role": "viewer", "invitation-days": "7", "invitation-email": "bob@example.org"},
    )

    [mail] = post.mails
    [address] = re.findall(r"http://testserver(/join/\S+)", mail.get_content())
    Client().post(address, CHOSEN)
    assert User.objects.get(username="bob").email == "bob@example.org"


def test_one_that_could_not_be_mailed_says_why_and_shows_the_link(admin, post):
    post.refuses = True

    response = admin.post(
        "/people/invitations/",
        {"invitation-role": "viewer", "invitation-days": "7", "invitation-email": "bob@example.org"},
    )

    assert "It was not sent to bob@example.org. The mail server did not take it" in response.content.decode()
    assert "http://testserver/join/" in response.content.decode()


def test_an_admin_revokes_one_and_the_list_says_so(admin, link):
    admin.post(f"/people/invitations/{Invitation.objects.get().pk}/revocation/")

    assert Client().get(link).status_code == 410
    assert "revoked" in admin.get("/people/").content.decode()


def test_the_audit_log_tells_who_invited_and_who_joined(admin):
    response = admin.post("/people/invitations/", {"invitation-role": "viewer", "invitation-days": "7"})
    [address] = re.findall(r"http://testserver(/join/\S+?)<", response.content.decode())

    Client().post(address, CHOSEN)

    told = AuditEntry.objects.filter(action__in=("made", "joined")).values_list("who", "means", "action", "kind")
    assert list(told) == [("bob", "invitation", "joined", "user"), ("the-admin", "", "made", "invitation")]


def test_a_program_lists_and_revokes_but_does_not_invite(link):
    program = client_with(token_of(Role.ADMIN))

    [found] = program.get(f"{API}/invitations").json()["invitations"]
    refused = program.post(f"{API}/invitations", {"role": "viewer"}, content_type="application/json")
    revoked = program.delete(f"{API}/invitations/{found['invitation']}")

    assert (found["state"], found["role"], found["created_by"]) == ("open", "runner", "root")
    assert refused.status_code == 403
    assert revoked.status_code == 200
    assert Client().get(link).status_code == 410


def test_a_signed_in_admin_invites_over_the_api(settings):
    admin = signed_in_as(Role.ADMIN)

    made = admin.post(f"{API}/invitations", {"role": "runner", "days": 3}, content_type="application/json").json()

    assert made["address"].startswith("http://127.0.0.1:8000/join/")
    assert (made["state"], made["trouble"]) == ("open", None)
