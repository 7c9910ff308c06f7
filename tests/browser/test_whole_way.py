"""From a click to a finished page, with a real worker and a real MariaDB."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchlab.definitions import catalog
from benchlab.models import Benchmark, Server
from benchlab.mysql import Address

ROOT = Path(__file__).resolve().parents[2]
SHORT = {"Preload": "20k", "Sellers": "2000", "Duration": "8s", "Warm-up": "1s", "Reads under inserts": "3s"}
PATIENCE_MS = 120_000


@pytest.fixture
def working(command_environment: dict[str, str], redis_server: str) -> Iterator[None]:
    """A worker in a process of its own, on this test's database."""
    worker = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=command_environment)
    yield
    # It is idle by now, and how it ends when it is asked to is tested elsewhere.
    worker.kill()
    worker.wait(20)


@pytest.mark.usefixtures("working")
def test_a_benchmark_is_launched_watched_and_read(page: Page, mariadb: Address, pictures: Path | None) -> None:
    Benchmark.store(catalog.shipped()["sell-transactions"], by=None)
    Server.objects.create(name="mine", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)
    page.goto("/")
    page.get_by_role("link", name="Launch", exact=True).click()
    for label, value in {**SHORT, "Acceptance": "3s", "Rows to purge": "0"}.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Dates").select_option("year")

    page.get_by_role("button", name="Launch").click()

    expect(page.locator("#run-badges")).to_contain_text("running · insert", timeout=PATIENCE_MS)
    expect(page.locator("[data-panel=rate] .chart-legend b").first).to_contain_text(
        re.compile(r"\d"), timeout=PATIENCE_MS
    )
    expect(page.locator("#run-badges")).to_contain_text("finished", timeout=PATIENCE_MS)
    expect(page.locator("#run-side")).to_contain_text("10 subpartitions")
    expect(page.locator("#panel-overview")).to_contain_text("best sellers loaded")
    expect(page.locator("#worker-status")).to_contain_text("1 worker")
    expect(page.locator("[data-panel=rate] .chart-legend li")).to_have_count(3)
    assert sum(page.evaluate("window.shifts")) < 0.05
    keep_picture(page, pictures)


def keep_picture(page: Page, pictures: Path | None) -> None:
    """`BENCHLAB_SCREENSHOTS=docs bin/test browser -k watched` makes the README's anew."""
    if pictures:
        page.set_viewport_size({"width": 1400, "height": 1240})
        page.wait_for_timeout(1000)
        page.screenshot(path=pictures / "run-page.png")
