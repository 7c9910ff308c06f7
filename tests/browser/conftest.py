"""A real Chromium on a live server, signed in; what a page must never do is checked after every test."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from benchlab import jobs
from benchlab.models import Role
from tests import factories

# Playwright's loop runs in this thread, and Django would take its calls for asynchronous ones.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

expect.set_options(timeout=15_000)  # Other tests and a worker share these processors.

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
QUIET = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not shutil.which(CHROMIUM):
        pytest.skip("no Chromium here: install the package chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, live_server: Any) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=live_server.url, viewport=WIDE)
    # Told by the browser itself: how far things moved that nobody touched.
    made.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries()"
        ".filter((each) => !each.hadRecentInput).map((each) => each.value)))"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    yield made
    made.close()


@pytest.fixture
def stranger(context: BrowserContext, live_server: Any) -> Iterator[Page]:
    """A page nobody is signed in on. No error in the console, no request to another host, and no broken one."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda sent: None if sent.url.startswith((live_server.url, "data:")) else complaints.append(sent.url)
    )
    page.on("response", lambda got: complaints.append(f"{got.status} {got.url}") if got.status >= 500 else None)
    yield page
    page.close()
    assert complaints == []


@pytest.fixture
def page(stranger: Page, context: BrowserContext, live_server: Any, client: Any) -> Page:
    """Signed in as an admin."""
    client.force_login(factories.make_user("ann", Role.ADMIN))
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    return stranger


@pytest.fixture
def worker(redis_server: str) -> None:
    """A worker that has just said that it lives."""
    jobs.make_worker().heartbeat()
    jobs.forget_answer()


@pytest.fixture
def pictures() -> Path | None:
    """Where to leave screenshots; nowhere unless asked for."""
    asked = os.environ.get("BENCHLAB_SCREENSHOTS")
    if asked:
        Path(asked).mkdir(parents=True, exist_ok=True)
    return Path(asked) if asked else None
