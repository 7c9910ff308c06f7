from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from benchlab.models import AuditEntry, FailedSignIns, Role, SignInLink, User
from benchlab.models.accounts.login_throttle import MOST
from tests import factories


def test_a_person_signs_in_with_name_and_password_and_comes_to_where_they_wanted(client: Client) -> None:
    factories.make_user("ann", password="correct horse")

    response = client.post("/sign-in/?next=/runs/", {"username": "ann", "password": "correct horse", "next": "/runs/"})

    assert response["Location"] == "/runs/"


def test_a_wrong_password_is_refused_in_a_sentence(client: Client) -> None:
    factories.make_user("ann", password="correct horse")

    response = client.post("/sign-in/", {"username": "ann", "password": "wrong"})

    assert "Please enter a correct username and password" in response.content.decode()


def test_a_link_signs_in_once_and_leads_to_choosing_a_password(client: Client) -> None:
    person = User.objects.create(username="new", role=Role.ADMIN)
    person.set_unusable_password()
    person.save()
    token = SignInLink.make(person)

    response = client.post(f"/sign-in/{token}/")

    assert response["Location"] == "/password/"
    assert client.post(f"/sign-in/{token}/").status_code == 410


def test_looking_at_a_link_does_not_spend_it(client: Client) -> None:
    token = SignInLink.make(factories.make_user())

    client.get(f"/sign-in/{token}/")

    assert SignInLink.usable(token)


def test_a_link_is_worth_nothing_after_its_time(client: Client) -> None:
    token = SignInLink.make(factories.make_user())
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    response = client.get(f"/sign-in/{token}/")

    assert response.status_code == 410


def test_who_came_by_link_chooses_a_password_without_naming_an_old_one(client: Client) -> None:
    person = User.objects.create(username="new")
    person.set_unusable_password()
    person.save()
    client.force_login(person)

    client.post("/password/", {"new_password1": "quite long enough", "new_password2": "quite long enough"})

    person.refresh_from_db()
    assert person.check_password("quite long enough")


def test_a_signed_out_poll_takes_the_whole_page_to_the_sign_in(client: Client) -> None:
    run = factories.make_run("running", created_by=factories.make_user())
    page = {"hx-request": "true", "hx-current-url": f"http://testserver/runs/{run.pk}/?tab=host"}

    response = client.get(f"/runs/{run.pk}/update/", headers=page)

    assert response["HX-Redirect"] == f"/sign-in/?next=%2Fruns%2F{run.pk}%2F%3Ftab%3Dhost"


def test_a_deactivated_person_is_out_at_once(client: Client) -> None:
    person = factories.make_user()
    client.force_login(person)
    User.objects.update(is_active=False)

    response = client.get("/runs/")

    assert response.status_code == 302


def test_pages_forbid_scripts_of_others(client: Client) -> None:
    response = client.get("/sign-in/")

    assert response["Content-Security-Policy"].startswith("default-src 'self';")


def guess(client: Client, name: str, password: str = "wrong", **sent: str) -> HttpResponse:
    return client.post("/sign-in/", {"username": name, "password": password}, headers=sent)


@pytest.mark.parametrize("name", ["ann", "nobody"])
def test_after_five_wrong_passwords_a_name_waits_whoever_has_it(client: Client, name: str) -> None:
    factories.make_user("ann", password="correct horse")

    statuses = [guess(client, name).status_code for _ in range(6)]
    response = guess(client, name, "correct horse")

    assert statuses == [200] * 5 + [429]
    assert response.status_code == 429
    assert "Wait 15 minutes" in response.content.decode()
    assert int(response["Retry-After"]) == 15 * 60


def test_others_and_a_sign_in_link_are_let_in_meanwhile(client: Client) -> None:
    ann, _ = factories.make_user("ann", password="correct horse"), factories.make_user("ben", password="battery staple")
    for _ in range(6):
        guess(client, "ann")

    assert guess(Client(), "ben", "battery staple").status_code == 302
    assert client.post(f"/sign-in/{SignInLink.make(ann)}/").status_code == 302


def test_a_name_may_be_tried_again_after_its_time_and_after_the_right_password(client: Client) -> None:
    factories.make_user("ann", password="correct horse")
    for _ in range(5):
        guess(client, "ann")
    FailedSignIns.objects.update(since=timezone.now() - timedelta(minutes=15))

    assert guess(client, "ann", "correct horse").status_code == 302
    client.logout()
    assert [guess(client, "ann").status_code for _ in range(6)] == [200] * 5 + [429]


def test_an_address_waits_whatever_names_it_tries(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "address", 3)
    factories.make_user("ann", password="correct horse")

    statuses = [guess(client, f"name {at}", **{"X-Forwarded-For": f"10.0.0.{at}"}).status_code for at in range(4)]

    assert statuses == [200] * 3 + [429]
    assert guess(client, "ann", "correct horse").status_code == 429
    assert [each.subject for each in AuditEntry.objects.order_by("pk")] == ["an unknown name", "any name"]


def test_behind_a_proxy_the_address_is_the_one_that_it_saw(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, "address", 1)
    settings.PROXIES = 1

    answers = [guess(client, f"name {at}", **{"X-Forwarded-For": f"forged {at}, 10.0.0.7"}) for at in range(2)]

    assert [each.status_code for each in answers] == [200, 429]
    assert guess(client, "another", **{"X-Forwarded-For": "10.0.0.8"}).status_code == 200


def test_the_audit_log_knows_who_was_tried_in_few_lines_and_no_secret(client: Client) -> None:
    factories.make_user("ann", password="correct horse")
    for name in ("ann", "s3cret as a name"):
        for _ in range(12):
            guess(client, name, "guessed")

    told = [(each.who, each.action, each.subject) for each in AuditEntry.objects.order_by("pk")]
    assert told == [
        ("nobody", "failed to sign in as", "ann"),
        ("nobody", "was stopped from guessing at", "ann"),
        ("nobody", "failed to sign in as", "an unknown name"),
    ]
    assert AuditEntry.objects.first().details["address"] == "127.0.0.1"


def test_of_a_name_that_nobody_has_the_audit_log_keeps_that_alone(client: Client) -> None:
    for at in range(3):
        guess(client, f"s3cret {at}")

    assert [str(each) for each in AuditEntry.objects.all()] == ["nobody failed to sign in as an unknown name"]
