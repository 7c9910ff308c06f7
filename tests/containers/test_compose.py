"""`docker compose up` on a fresh clone, and a run through its web address."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import browser
from tests.servers import free_port

__all__ = ["browser"]

RUN_ENDS_WITHIN_MS = 180_000


@pytest.fixture(scope="module")
def composition(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The words of a compose command for what runs."""
    clone = tmp_path_factory.mktemp("compose") / "benchlab"
    subprocess.run(["git", "clone", "-q", bundle, clone], check=True)
    compose = ["docker", "compose", "--project-name", f"benchlab-test-{os.getpid()}", "--project-directory", str(clone)]
    # Compose would take DATABASE_URL from the tests' own environment.
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL" and "BENCHLAB" not in name}
    environment = {**kept, "BENCHLAB_PORT": str(free_port())}
    try:
        started = [*compose, "up", "--detach", "--build", "--quiet-pull", "--wait", "--scale", "worker=2"]
        done = subprocess.run(started, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr[-2000:] + _log(compose)
        yield compose
    finally:
        subprocess.run([*compose, "down", "--volumes", "--rmi", "local"], capture_output=True, check=True)


@pytest.fixture(scope="module")
def link(composition: list[str]) -> str:
    log = _log(composition)
    found = re.search(r"benchlab is up: (\S+)", log)
    assert found, log
    return found[1]


@pytest.fixture(scope="module")
def page(browser: Browser, link: str) -> Iterator[Page]:
    """Signed in by the link."""
    opened = browser.new_page()
    opened.goto(link)
    opened.get_by_role("button", name="Sign in as").click()
    yield opened
    opened.close()


def test_the_target_is_entered_as_a_server(page: Page, link: str):
    page.goto(link.split("/sign-in/")[0] + "/servers/")

    expect(page.get_by_role("link", name="target")).to_be_visible()


def test_a_run_through_the_web_address_finishes(page: Page, link: str):
    page.goto(link.split("/sign-in/")[0] + "/benchmarks/sell-transactions/")
    page.get_by_label("Duration").fill("3s")
    page.get_by_label("Acceptance", exact=True).fill("3s")
    page.get_by_label("Preload").fill("10k")
    page.get_by_label("Rows to purge").fill("0")

    page.get_by_role("button", name="Launch").click()

    expect(page).to_have_url(re.compile(r"/runs/\d+/$"))
    expect(page.locator("#run-badges")).to_contain_text("finished", timeout=RUN_ENDS_WITHIN_MS)


def test_no_log_holds_a_password(composition: list[str]):
    secrets = ["run", "--rm", "--no-deps", "--entrypoint", "sh", "web", "-c", "cat /run/benchlab/*_password"]
    passwords = subprocess.run([*composition, *secrets], capture_output=True, text=True, check=True).stdout

    log = _log(composition)

    assert passwords
    assert not [each for each in re.findall(r"[\w-]{32}", passwords) if each in log]


def _log(compose: list[str]) -> str:
    return subprocess.run([*compose, "logs"], capture_output=True, text=True, check=True).stdout
