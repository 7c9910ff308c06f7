from datetime import timedelta

from django.test import Client
from django.utils import timezone

from benchlab.models import Role, SignInLink, User
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
