"""What a proxy set up as docs/proxy.md says does for benchlab."""

import re
import subprocess
import sys

import pytest
from django.test import Client
from django.urls import reverse

from benchlab.models import ApiToken, AuditEntry, Role, Run, State
from benchlab.models.exchange.zip_archive import MOST_BYTES
from tests import factories
from tests.web.proxies.conftest import HOST, ROOT, Proxy

HOME = f"https://{HOST}"
LARGER_THAN_ANY_DEFAULT = 40 * 2**20


@pytest.fixture
def link(environment: dict[str, str]) -> str:
    command = [sys.executable, str(ROOT / "manage.py"), "sign_in_link"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def session(client: Client, transactional_db: None) -> dict[str, str]:
    """The header of somebody who is signed in."""
    client.force_login(factories.make_user("ann", Role.ADMIN))
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


def form_of(page: bytes, cookies: str) -> tuple[str, dict[str, str]]:
    """Its hidden token, and the cookie that belongs to it."""
    [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.decode())
    [cookie] = re.findall(r"csrftoken=\w+", cookies)
    return token, {"Cookie": cookie}


def test_the_sign_in_link_leads_through_the_proxy_to_secure_cookies(link: str, proxy: Proxy):
    assert link.startswith(f"{HOME}/sign-in/")
    path = link.removeprefix(HOME)
    page = proxy.ask("GET", path)
    token, cookie = form_of(page.data, page.headers["Set-Cookie"])

    signed_in = proxy.send_form(path, {"csrfmiddlewaretoken": token}, cookie)

    set_cookies = [*page.headers.getlist("Set-Cookie"), *signed_in.headers.getlist("Set-Cookie")]
    assert signed_in.status == 302, signed_in.data
    assert signed_in.headers["Location"].startswith(("/", HOME))
    assert any(each.startswith("sessionid=") for each in set_cookies)
    assert all("; Secure" in each for each in set_cookies)


def test_who_comes_in_the_clear_is_sent_to_https(proxy: Proxy):
    answer = proxy.ask_in_the_clear("/runs/?page=2")

    assert answer.status in (301, 308)
    assert answer.headers["Location"] == f"{HOME}/runs/?page=2"


def test_a_share_link_names_the_proxy(session: dict[str, str], proxy: Proxy):
    path = f"{reverse('share-new')}?kind=run&run={factories.make_run(State.FINISHED, seconds=5).pk}"
    page = proxy.ask("GET", path, headers=session)
    token, cookie = form_of(page.data, page.headers["Set-Cookie"])
    fields = {"csrfmiddlewaretoken": token, "title": "What we saw", "days": "7", "shows": "live"}

    made = proxy.send_form(path, fields, {"Cookie": f"{session['Cookie']}; {cookie['Cookie']}"})

    assert f"{HOME}/shared/" in made.data.decode()


def test_a_live_page_is_polled_through_the_proxy(session: dict[str, str], proxy: Proxy):
    run = factories.make_run(State.RUNNING, seconds=5)
    path = reverse("run-update", args=[run.pk])
    poll = {**session, "HX-Request": "true", "HX-Current-URL": f"{HOME}{reverse('run', args=[run.pk])}"}

    during = proxy.ask("GET", f"{path}?after=0", headers=poll)
    Run.objects.filter(pk=run.pk).update(state=State.FINISHED)
    after = proxy.ask("GET", f"{path}?after=0", headers=poll)

    assert (during.status, after.status) == (200, 200)
    assert 'hx-trigger="every 1s' in during.data.decode()
    assert 'hx-trigger="every 1s' not in after.data.decode()


def test_a_large_upload_reaches_benchlab(proxy: Proxy):
    _, token = ApiToken.make(factories.make_user("ann", Role.RUNNER), "CI", role=Role.RUNNER, days=90)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/zip"}

    answer = proxy.ask("POST", "/api/v1/runs/import", headers=headers, body=bytes(LARGER_THAN_ANY_DEFAULT))

    assert "not a zip" in answer.data.decode()


@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
def test_the_largest_upload_is_not_refused_by_its_length(proxy: Proxy):
    """Caddy knows no limit. benchlab refuses at once whoever is not signed in."""
    headers = {"Content-Type": "application/zip", "Content-Length": str(MOST_BYTES)}

    answer = proxy.ask("POST", "/api/v1/runs/import", headers=headers, body=b"PK")

    assert answer.status == 401, answer.data


def test_wrong_passwords_are_counted_for_the_address_that_the_proxy_saw(proxy: Proxy):
    page = proxy.ask("GET", "/sign-in/")
    token, cookie = form_of(page.data, page.headers["Set-Cookie"])
    fields = {"csrfmiddlewaretoken": token, "username": "nobody", "password": "guessed"}

    proxy.send_form("/sign-in/", fields, {**cookie, "X-Forwarded-For": "192.0.2.1"})

    assert AuditEntry.objects.get().details["address"] == "127.0.0.2"
