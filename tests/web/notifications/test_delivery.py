"""What arrives at a real webhook and a real mail server, and what becomes of what does not."""

import hashlib
import hmac
from datetime import timedelta

import pytest
from django.utils import timezone
from redis import Redis
from rq.registry import ScheduledJobRegistry

from benchlab.models import Delivery, EventKind, Run
from benchlab.models.comparisons import pin_run
from benchlab.models.notifications import delivery, fan_out
from benchlab.models.notifications.delivery import WAITS_S
from benchlab.models.queue import redis_connection, wake_up_jobs
from tests.web.notifications.conftest import make_reader, make_webhook

SECRETS = ("very secret", "signing key", "127.0.0.1")


@pytest.fixture
def finish(django_capture_on_commit_callbacks):
    def end(run: Run) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            assert run.finish()

    return end


def the_delivery() -> Delivery:
    return Delivery.objects.get()


def retries() -> list[str]:
    return ScheduledJobRegistry(queue=redis_connection.notices()).get_job_ids()


def test_a_webhook_gets_the_document_signed(hook, running, finish, work):
    make_webhook(f"{hook.url}/200", secret="signing key")

    finish(running)
    work()

    [asked] = hook.asked
    document = asked.document
    assert (document["format"], document["event"], document["run"]) == ("benchlab.notice/1", "run.finished", running.pk)
    assert document["figure"] == {
        "name": "headline",
        "value": 18420.4,
        "unit": "transactions/s",
        "before": None,
        "ratio": None,
    }
    assert document["address"] == f"http://127.0.0.1:8000/runs/{running.pk}/"
    expected = hmac.new(b"signing key", asked.body, hashlib.sha256).hexdigest()
    assert asked.headers["X-Benchlab-Signature"] == f"sha256={expected}"
    assert asked.headers["X-Benchlab-Event"] == "run.finished"
    done = the_delivery()
    assert (done.state, done.status, done.tries, done.error) == ("delivered", 200, 1, "")


def test_a_document_holds_no_secret(hook, running, finish, work):
    make_webhook(f"{hook.url}/200", secret="signing key")

    finish(running)
    work()

    told = str({**hook.asked[0].document, "address": ""})
    assert not [secret for secret in SECRETS if secret in told]


def test_a_run_is_told_with_its_verdict_against_the_baseline(hook, running, finish, work):
    pinned = Run.objects.get(pk=running.pk)
    make_webhook(f"{hook.url}/200", shape="slack")
    finish(pinned)
    pin_run(pinned, by=None)
    again = type(running).objects.get(pk=running.pk)
    again.pk, again.state, again.label = None, "running", "<!channel> & co"
    again.save()
    again.servers.set(pinned.servers.all())

    finish(again)
    work()

    text = hook.asked[-1].document["text"]
    assert text.startswith(f"*<http://127.0.0.1:8000/runs/{again.pk}/|Run {again.pk} has finished>*\nnotes on db1")
    assert "&lt;!channel&gt; &amp; co" in text
    assert "Compared with the baseline: not comparable." in text


def test_what_fails_is_tried_again_later_by_rq(hook, running, finish, work):
    make_webhook(f"{hook.url}/500")

    finish(running)
    work()

    waiting = the_delivery()
    assert (waiting.state, waiting.status, waiting.tries) == ("waiting", 500, 1)
    assert waiting.error == "It answers with 500."
    assert waiting.excerpt == "<b>So it is</b>"
    assert waiting.due_at > timezone.now() + timedelta(seconds=WAITS_S[0] - 5)
    assert len(retries()) == 1


def test_it_is_given_up_after_the_last_try(hook, running, finish, work):
    make_webhook(f"{hook.url}/500")
    finish(running)
    work()
    Delivery.objects.update(tries=len(WAITS_S), due_at=timezone.now())

    wait_s = the_delivery().attempt()

    assert (wait_s, the_delivery().state) == (0, "failed")


def test_what_can_not_get_better_is_not_tried_again(hook, running, finish, work):
    make_webhook(f"{hook.url}/404")

    finish(running)
    work()

    assert (the_delivery().state, the_delivery().status, retries()) == ("failed", 404, [])


def test_a_webhook_that_hangs_does_not_keep_the_next_one_waiting_for_ever(hook, running, finish, work, settings):
    settings.NOTICE_TIMEOUT_S = 0.2
    make_webhook(f"{hook.url}/hang", name="a")
    make_webhook(f"{hook.url}/200", name="b")

    finish(running)
    work()

    states = dict(Delivery.objects.values_list("webhook__name", "state"))
    assert states == {"a": "waiting", "b": "delivered"}
    assert "did not answer in time" in Delivery.objects.get(webhook__name="a").error


def test_a_wake_up_too_many_sends_nothing_twice(hook, running, finish, work):
    make_webhook(f"{hook.url}/200")
    finish(running)
    redis_connection.notices().enqueue(wake_up_jobs.DELIVER, the_delivery().pk)

    work()

    assert len(hook.asked) == 1


def test_a_failed_one_is_sent_again_by_hand(hook, running, finish, work, django_capture_on_commit_callbacks):
    make_webhook(f"{hook.url}/404")
    finish(running)
    work()
    hook.status = 200

    with django_capture_on_commit_callbacks(execute=True):
        assert the_delivery().send_again()
    work()

    assert (the_delivery().state, len(hook.asked)) == ("delivered", 2)


def test_one_that_redis_forgot_is_woken_again_once(hook, running, finish, work, redis_server):
    make_webhook(f"{hook.url}/200")
    finish(running)
    Redis.from_url(redis_server).flushdb()
    Delivery.objects.update(due_at=timezone.now() - timedelta(minutes=2))

    delivery.wake_for_forgotten()
    delivery.wake_for_forgotten()

    assert len(redis_connection.notices().jobs) == 1
    work()
    assert the_delivery().state == "delivered"


def test_a_run_ends_although_redis_is_away(running, finish):
    make_webhook()

    finish(running)

    assert (running.state, the_delivery().state) == ("finished", "waiting")


def test_a_webhook_that_was_deleted_is_told_no_more(hook, running, finish, work):
    webhook = make_webhook(f"{hook.url}/200")
    finish(running)
    webhook.remove()

    work()

    assert hook.asked == []
    assert redis_connection.notices().failed_job_registry.count == 0


def test_a_deleted_run_is_told_no_more(hook, running, finish, work):
    make_webhook(f"{hook.url}/200")
    finish(running)
    Run.objects.get(pk=running.pk).delete()

    work()

    assert (the_delivery().state, hook.asked) == ("failed", [])
    assert the_delivery().error == "Its subject was deleted."


def test_a_webhook_that_was_disabled_meanwhile_is_not_told(hook, running, finish, work):
    webhook = make_webhook(f"{hook.url}/200")
    finish(running)
    webhook.is_enabled = False
    webhook.save()

    work()

    assert (the_delivery().state, hook.asked) == ("failed", [])


def test_who_may_not_sign_in_any_more_is_not_mailed(post, running, finish, work):
    ann = make_reader("ann", EventKind.RUN_FINISHED)
    finish(running)
    ann.is_active = False
    ann.save()

    work()

    assert (the_delivery().state, post.mails) == ("failed", [])


def test_a_mail_says_what_happened_and_where_to_look(post, running, finish, work):
    make_reader("ann", EventKind.RUN_FINISHED)

    finish(running)
    work()

    [mail] = post.mails
    assert (mail["To"], mail["From"]) == ("ann@example.org", "benchlab@127.0.0.1")
    assert mail["Subject"] == f"[benchlab] Run {running.pk} has finished: notes on db1"
    text = mail.get_content()
    assert "18,420 transactions/s" in text
    assert f"http://127.0.0.1:8000/runs/{running.pk}/" in text
    assert the_delivery().state == "delivered"


def test_a_label_of_several_lines_adds_no_header_to_a_mail(post, work, django_capture_on_commit_callbacks, running):
    make_reader("ann", EventKind.RUN_FAILED)
    Run.objects.filter(pk=running.pk).update(label="x\nBcc: all@example.org")

    with django_capture_on_commit_callbacks(execute=True):
        running.fail("The disk is full.")
    work()

    [mail] = post.mails
    assert mail["Bcc"] is None
    assert "The disk is full." in mail.get_content()


def test_what_the_mail_server_refuses_is_said(post, work, django_capture_on_commit_callbacks):
    post.refuses = True
    ann = make_reader("ann")

    with django_capture_on_commit_callbacks(execute=True):
        fan_out.send_test(person=ann)
    work()

    assert the_delivery().state == "waiting"
    assert the_delivery().error.startswith("The mail server did not take it")
