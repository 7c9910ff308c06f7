"""The page “Notices”, and the API beside it."""

import pytest
from django.test import Client

from benchlab.models import AuditEntry, Delivery, EventKind, User, Webhook
from benchlab.models.notifications import fan_out
from tests import factories
from tests.web.api.conftest import API, client_with, token_of
from tests.web.notifications.conftest import make_reader, make_webhook
from tests.web.pages.conftest import signed_in_as

CHAT = "https://hooks.example.org/services/T0/B0/x1y2z3"
GIVEN = {"name": "#bench", "url": CHAT, "shape": "slack", "events": ["run.failed"], "is_enabled": "on"}


@pytest.fixture
def admin() -> Client:
    return signed_in_as("admin")


@pytest.fixture
def program() -> Client:
    return client_with(token_of("admin"))


def page(client: Client) -> str:
    return client.get("/notifications/").content.decode()


def test_an_admin_adds_a_webhook_and_its_address_is_not_shown_again(admin):
    admin.post("/notifications/webhooks/new/", {**GIVEN, "secret": "signing key"})

    hook = Webhook.objects.get()
    assert (hook.url, hook.secret, hook.events) == (CHAT, "signing key", ["run.failed"])
    assert "https://hooks.example.org/…" in page(admin)
    edited = admin.get(hook.get_absolute_url()).content.decode()
    assert "x1y2z3" not in page(admin) + edited
    assert "signing key" not in edited


def test_what_is_left_empty_stays(admin):
    hook = make_webhook(CHAT, secret="signing key", benchmark=factories.make_benchmark())

    admin.post(hook.get_absolute_url(), {**GIVEN, "name": "CI", "url": "", "secret": "", "benchmark": "notes"})

    changed = Webhook.objects.get()
    assert (changed.name, changed.url, changed.secret) == ("CI", CHAT, "signing key")
    assert (changed.benchmark.slug, changed.shape) == ("notes", "slack")


@pytest.mark.parametrize(
    ("host", "is_at"),
    [("localhost", "127.0.0.1, on benchlab"), ("[::1]:8080", "::1, on benchlab"), ("169.254.169.254", "no address")],
)
def test_a_host_that_is_not_posted_to_is_refused_when_it_is_entered(admin, settings, host, is_at):
    settings.NOTICES_TO_LOOPBACK = False

    response = admin.post("/notifications/webhooks/new/", {**GIVEN, "url": f"http://{host}/hook"})

    assert response.status_code == 422
    assert is_at in response.content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("ftp://example.org/", "must start with https:// or http://"),
        ("https:///services", "must start with https:// or http://"),
        ("http://ann:secret@example.org/", "Leave user name and password out"),
        ("http://exa mple:x/", "not a valid address"),
        ("", "required"),
    ],
)
def test_an_address_that_can_not_be_posted_to_is_refused(admin, url, says):
    response = admin.post("/notifications/webhooks/new/", {**GIVEN, "url": url})

    assert response.status_code == 422
    assert says in response.content.decode()


def test_a_webhook_is_tested_and_deleted_and_the_audit_log_knows(admin):
    hook = make_webhook()

    admin.post(f"/notifications/webhooks/{hook.pk}/test/")
    assert Delivery.objects.get().webhook == hook
    admin.post(f"/notifications/webhooks/{hook.pk}/deletion/")

    assert not Webhook.objects.exists()
    assert list(AuditEntry.objects.values_list("action", flat=True)[:2]) == ["deleted", "tested"]


def test_a_person_chooses_what_they_are_mailed(settings):
    settings.EMAIL_HOST = "mail.example.org"
    viewer = signed_in_as("viewer")

    chosen = {"run_failed": "all", "run_finished": "own", "experiment_over": ""}
    viewer.post("/notifications/mailings/", {"email": "me@example.org", **chosen})

    person = User.objects.get()
    assert person.email == "me@example.org"
    assert dict(person.email_subscriptions.values_list("event", "only_own")) == {
        "run.failed": False,
        "run.finished": True,
    }
    assert 'value="own" selected' in page(viewer)


def test_events_without_an_address_are_refused(settings):
    settings.EMAIL_HOST = "mail.example.org"

    response = signed_in_as("viewer").post("/notifications/mailings/", {"email": "", "run_failed": "all"})

    assert response.status_code == 422
    assert "Enter an address" in response.content.decode()


def test_without_a_mail_server_the_page_says_how_to_name_one(admin):
    assert "BENCHLAB_MAIL_URL" in page(admin)


def test_without_a_process_that_sends_the_page_says_so(admin):
    assert "Notifications are waiting" in page(admin)


def test_a_viewer_sees_their_own_mails_and_no_webhook(settings):
    settings.EMAIL_HOST = "mail.example.org"
    viewer = signed_in_as("viewer")
    fan_out.send_test(person=User.objects.get())
    fan_out.send_test(person=make_reader("bob"))
    fan_out.send_test(webhook=make_webhook(name="our room"))

    shown = page(viewer)

    assert "the-viewer" in shown
    assert "bob" not in shown
    assert "our room" not in shown
    theirs = [each.pk for each in Delivery.objects.exclude(person__username="the-viewer")]
    assert {viewer.post(f"/notifications/deliveries/{pk}/repetition/").status_code for pk in theirs} == {404}


def test_a_program_adds_changes_and_deletes_a_webhook(program):
    factories.make_server("db1")
    made = program.post(
        f"{API}/webhooks",
        {"name": "CI", "url": CHAT, "events": [EventKind.RUN_FAILED], "server": "db1"},
        content_type="application/json",
    )
    address = f"{API}/webhooks/{made.json()['webhook']}"
    changed = program.patch(address, {"shape": "slack", "server": ""}, content_type="application/json")

    assert made.status_code == 201
    assert made.json()["server"] == "db1"
    assert CHAT not in made.content.decode()
    assert (changed.json()["shape"], changed.json()["server"], changed.json()["is_enabled"]) == ("slack", None, True)
    assert Webhook.objects.get().url == CHAT
    assert program.delete(address).status_code == 200


def test_a_program_reads_what_became_of_a_notice_and_sends_it_again(program):
    sent = program.post(f"{API}/webhooks/{make_webhook().pk}/test", content_type="application/json").json()
    Delivery.objects.update(state="failed", tries=6, error="It answers with 500.", status=500)

    [found] = program.get(f"{API}/deliveries").json()["deliveries"]
    again = program.post(f"{API}/deliveries/{sent['delivery']}/repetition", content_type="application/json")

    assert (found["state"], found["status"], found["error"]) == ("failed", 500, "It answers with 500.")
    assert (again.status_code, again.json()["state"], again.json()["tries"]) == (202, "waiting", 0)


def test_a_token_of_a_viewer_sees_no_delivery_of_others(settings):
    settings.EMAIL_HOST = "mail.example.org"
    fan_out.send_test(person=make_reader("bob"))

    assert client_with(token_of("viewer")).get(f"{API}/deliveries").json()["count"] == 0


def test_a_program_chooses_what_its_owner_is_mailed(program):
    given = {"email": "me@example.org", "events": {"run.failed": "all", "run.finished": "own"}}

    program.put(f"{API}/me/mailings", given, content_type="application/json")

    assert program.get(f"{API}/me/mailings").json() == given
