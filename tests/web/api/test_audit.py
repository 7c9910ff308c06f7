"""What is written down of what people do."""

import pytest
from django.test import Client

from benchlab.models import AuditEntry, Role, Run, SignInLink, State, User
from benchlab.models.accounts import audit_log
from tests import factories
from tests.web.api.conftest import API
from tests.web.pages.conftest import signed_in_as


def newest() -> AuditEntry:
    found = AuditEntry.objects.first()
    assert found
    return found


def test_a_cancellation_tells_who_by_what_token(runner: Client) -> None:
    run = factories.make_run(State.QUEUED)

    runner.post(f"{API}/runs/{run.pk}/cancellation", {"reason": "too slow"}, content_type="application/json")

    entry = newest()
    assert (entry.who, entry.means, entry.action, entry.subject) == ("the-runner", "token CI", "cancelled", str(run))
    assert entry.details == {"reason": "too slow"}


def test_a_page_tells_who(db: None) -> None:
    run = factories.make_run(State.FINISHED, seconds=3)
    name = str(run)

    signed_in_as(Role.ADMIN).post(f"/runs/{run.pk}/deletion/")

    assert not Run.objects.exists()
    assert (newest().who, newest().means, newest().action, newest().subject) == ("the-admin", "", "deleted", name)


def test_changing_a_server_tells_which_fields_and_no_password(admin: Client) -> None:
    factories.make_server(port=1)

    admin.patch(f"{API}/servers/db1", {"password": "secret two", "tls": True}, content_type="application/json")

    assert (newest().action, newest().details) == ("changed", {"fields": ["password", "tls"]})
    assert "secret two" not in str(list(AuditEntry.objects.values()))


def test_signing_in_and_choosing_a_password_are_told() -> None:
    client = Client()
    client.post(f"/sign-in/{SignInLink.make(factories.make_user('bob'))}/")

    assert (newest().who, newest().action) == ("bob", "signed in")


def test_people_are_added_changed_and_told(db: None) -> None:
    admin = signed_in_as(Role.ADMIN)
    bob = factories.make_user("bob")

    admin.post(f"/people/{bob.pk}/", {"role": Role.VIEWER, "is_active": "on"})

    assert (newest().action, newest().subject, newest().details["role"]) == ("changed", "bob", "viewer")


def test_the_log_is_only_written_to(db: None) -> None:
    audit_log.record("launched", factories.make_run(State.QUEUED))

    for change in (newest().delete, newest().save, AuditEntry.objects.all().delete, AuditEntry.objects.update):
        with pytest.raises(TypeError):
            change()


def test_the_log_outlives_whom_it_names(db: None) -> None:
    bob = factories.make_user("bob")
    with audit_log.acting(lambda: audit_log.Actor("bob")):
        audit_log.record("launched", factories.make_run(State.QUEUED))

    bob.delete()

    assert newest().who == "bob"


def test_the_log_is_filtered_on_its_page_and_in_the_api(admin: Client) -> None:
    run = factories.make_run(State.QUEUED)
    run.request_cancel(by=User.objects.first())

    page = signed_in_as(Role.RUNNER).get("/audit/")
    found = admin.get(f"{API}/audit", {"action": "cancelled"}).json()
    later = admin.get(f"{API}/audit", {"since": "2999-01-01"}).json()
    unknown = admin.get(f"{API}/audit", {"action": "danced"})

    assert page.status_code == 403
    assert [entry["subject"] for entry in found["entries"]] == [str(run)]
    assert later["entries"] == []
    assert unknown.status_code == 422


def test_the_page_of_the_log_shows_and_filters(db: None) -> None:
    run = factories.make_run(State.QUEUED)
    run.request_cancel(reason="the end of the day")
    client = signed_in_as(Role.ADMIN)

    assert "the end of the day" in client.get("/audit/").content.decode()
    assert "No entry matches" in client.get("/audit/", {"q": "nowhere to be found"}).content.decode()
