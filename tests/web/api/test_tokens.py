"""Who a token lets in, for how long, and what is kept of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchlab.models import ApiToken, AuditEntry, Role, State, User
from benchlab.models.accounts.login_throttle import MOST
from tests import factories
from tests.web.api.conftest import API, client_with, token_of
from tests.web.pages.conftest import signed_in_as

ME = f"{API}/me"


def the_token() -> ApiToken:
    return ApiToken.objects.get()


def test_a_token_acts_for_its_owner(runner: Client) -> None:
    assert runner.get(ME).json() == {"name": "the-runner", "role": "runner", "token": "CI"}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"revoked_at": timezone.now()}, "revoked"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "expired"),
        ({"token_hash": "another"}, "not known"),
    ],
)
def test_a_token_that_is_none_any_more_is_told_why(viewer: Client, changes: dict[str, object], says: str) -> None:
    ApiToken.objects.update(**changes)

    response = viewer.get(ME)

    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert says in response.json()["problems"][0]["message"]


def test_a_token_of_a_deactivated_person_lets_nobody_in(viewer: Client) -> None:
    User.objects.update(is_active=False)

    assert viewer.get(ME).status_code == 401


def test_a_token_can_do_no_more_than_its_owner_now_can(admin: Client) -> None:
    User.objects.update(role=Role.VIEWER)

    assert admin.get(ME).json()["role"] == "viewer"
    assert admin.get(f"{API}/audit").status_code == 403


def test_a_read_only_token_of_an_admin_changes_nothing() -> None:
    client = client_with(token_of(Role.ADMIN, role=Role.VIEWER))
    run = factories.make_run(State.QUEUED)

    assert client.post(f"{API}/runs/{run.pk}/cancellation", "{}", content_type="application/json").status_code == 403
    run.refresh_from_db()
    assert run.state == State.QUEUED


def test_only_a_tokens_hash_is_kept() -> None:
    secret = token_of(Role.VIEWER)

    assert secret not in str(ApiToken.objects.values().get())


def test_when_it_was_last_used_is_written_at_most_once_a_minute(viewer: Client, django_assert_num_queries) -> None:
    viewer.get(ME)
    first = the_token().last_used_at

    with django_assert_num_queries(1):  # It is read, and nothing is written.
        viewer.get(ME)

    assert first is not None
    assert the_token().last_used_at == first


def test_a_token_makes_no_other(admin: Client) -> None:
    given = {"name": "another", "role": "viewer"}

    response = admin.post(f"{API}/me/tokens", given, content_type="application/json")

    assert response.status_code == 403
    assert ApiToken.objects.count() == 1


def signed_in(role: str, *, checks: bool = False) -> Client:
    client = Client(enforce_csrf_checks=checks)
    client.force_login(factories.make_user(role=role))
    return client


def test_a_signed_in_person_makes_one_that_is_shown_once() -> None:
    client = signed_in(Role.RUNNER)

    made = client.post(f"{API}/me/tokens", {"name": "CI", "role": "runner"}, content_type="application/json")

    assert made.status_code == 201
    assert client_with(made.json()["token"]).get(ME).json()["role"] == "runner"
    assert "token" not in client.get(f"{API}/me/tokens").json()[0]


def test_nobody_makes_a_token_that_can_do_more_than_they(db: None) -> None:
    made = signed_in(Role.RUNNER).post(
        f"{API}/me/tokens", {"name": "CI", "role": "admin"}, content_type="application/json"
    )

    assert (made.status_code, made.json()["problems"][0]["where"]) == (422, "role")
    assert not ApiToken.objects.exists()


def test_a_session_changes_nothing_without_the_header_that_another_site_can_not_send() -> None:
    client = signed_in(Role.RUNNER, checks=True)
    run = factories.make_run(State.QUEUED)
    address = f"{API}/runs/{run.pk}/cancellation"

    assert client.get(ME).status_code == 200
    assert client.post(address, "{}", content_type="application/json").status_code == 403
    run.refresh_from_db()
    assert run.state == State.QUEUED


def test_a_token_is_revoked_by_its_owner_and_by_admins_and_by_nobody_else() -> None:
    token, _ = ApiToken.make(factories.make_user("bob"), "theirs", role="viewer", days=None)
    other, admin = signed_in_as(Role.RUNNER), signed_in_as(Role.ADMIN)

    assert other.delete(f"{API}/me/tokens/{token.pk}").status_code == 404
    assert admin.delete(f"{API}/me/tokens/{token.pk}").status_code == 200
    assert admin.delete(f"{API}/me/tokens/{token.pk}").status_code == 409


def test_a_token_ends_itself_and_no_other(admin: Client) -> None:
    foreign, _ = ApiToken.make(factories.make_user("bob"), "theirs", role="viewer", days=None)
    own = ApiToken.objects.get(name="CI")

    assert admin.delete(f"{API}/me/tokens/{foreign.pk}").status_code == 403
    assert admin.delete(f"{API}/me/tokens/{own.pk}").status_code == 200
    assert admin.get(ME).status_code == 401


def test_the_page_shows_a_new_token_once_and_revokes_it() -> None:
    client = signed_in(Role.RUNNER)

    made = client.post("/tokens/", {"name": "CI", "role": "viewer", "days": "30"}).content.decode()
    secret = made.split('<pre id="secret">')[1].split("<")[0]
    assert client_with(secret).get(ME).status_code == 200
    assert secret not in client.get("/tokens/").content.decode()
    client.post(f"/tokens/{the_token().pk}/revocation/")

    assert client_with(secret).get(ME).status_code == 401
    assert "revoked" in client.get("/tokens/").content.decode()


def test_the_page_offers_no_role_above_ones_own() -> None:
    response = signed_in(Role.RUNNER).post("/tokens/", {"name": "CI", "role": "admin", "days": ""})

    assert response.status_code == 422
    assert not ApiToken.objects.exists()


def test_too_many_unknown_tokens_wait_and_known_ones_do_not(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "token", 3)
    stranger = client_with("benchlab_guessed")

    answers = [stranger.get(ME) for _ in range(5)]

    assert [each.status_code for each in answers] == [401, 401, 401, 429, 429]
    assert "Wait 15 minutes" in answers[-1].json()["problems"][0]["message"]
    assert viewer.get(ME).status_code == 200
    assert [each.details["failures"] for each in AuditEntry.objects.filter(action="guessed at")] == [3, 1]
