"""`docker compose up` on a fresh clone. In this order: each test goes on from where the last one left it."""

import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import browser
from tests.servers import free_port

__all__ = ["browser"]

RUN_ENDS_WITHIN_MS = 180_000
SOON_S = 240
"""An execution that nobody beats for expires in Redis after 65 s."""
MOST_IMAGE_BYTES = 500_000_000
OURS = {"web", "worker", "notices", "keeper"}
SHORT = ["--set", "duration=3s", "--set", "preload=10k", "--set", "acceptance=3s", "--set", "purge=0"]


class Composition:
    """A clone, and the services that run from it."""

    def __init__(self, clone: Path) -> None:
        name = ["--project-name", f"benchlab-test-{os.getpid()}", "--project-directory", str(clone)]
        self.command, self.clone, self.port = ["docker", "compose", *name], clone, free_port()
        # Compose would take DATABASE_URL from the tests' own environment.
        kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL" and "BENCHLAB" not in name}
        self._environment = {**kept, "BENCHLAB_PORT": str(self.port)}

    def __call__(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [*self.command, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=self._environment)
        assert done.returncode == 0 or not check, done.stderr[-3000:] + self.log()
        return done

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen([*self.command, *arguments], stdout=pipe, text=True, env=self._environment)

    def up(self) -> None:
        began = time.monotonic()
        self("up", "--detach", "--quiet-pull", "--wait", "--scale", "worker=3")
        print(f"up after {time.monotonic() - began:.1f} s")

    def bench(self, *arguments: str) -> Any:
        done = self("exec", "-T", "web", "bench", *arguments, "--json", check=False)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    def log(self, *services: str) -> str:
        done = subprocess.run([*self.command, "logs", *services], capture_output=True, text=True, check=True)
        return done.stdout

    def containers(self) -> list[dict[str, Any]]:
        listed = self("ps", "--all", "--format", "json").stdout
        return [json.loads(line) for line in listed.splitlines()]

    def redis(self, *words: str) -> str:
        return self("exec", "-T", "redis", "redis-cli", *words).stdout.strip()

    @property
    def link(self) -> str:
        found = re.findall(r"benchlab is up: (\S+)", self.log("web"))
        assert found, self.log()
        return str(found[-1])

    def status(self, path: str, **headers: str) -> int:
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asked) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code


@pytest.fixture(scope="module")
def compose(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composition]:
    clone = tmp_path_factory.mktemp("compose") / "benchlab"
    subprocess.run(["git", "clone", "-q", bundle, clone], check=True)
    made = Composition(clone)
    try:
        made("build")
        made.up()
        yield made
    finally:
        made("down", "--volumes", "--rmi", "local")


@pytest.fixture(scope="module")
def page(browser: Browser, compose: Composition) -> Iterator[Page]:
    """Signed in by the link."""
    opened = browser.new_page(base_url=f"http://127.0.0.1:{compose.port}")
    opened.goto(compose.link)
    opened.get_by_role("button", name="Sign in as").click()
    yield opened
    opened.close()


def test_every_service_is_healthy_and_what_is_done_once_has_succeeded(compose: Composition):
    states = {(each["Service"], each["State"], each["Health"], each["ExitCode"]) for each in compose.containers()}

    once = {(name, "exited", "", 0) for name in ("secrets", "prepare")}
    assert states == once | {(name, "running", "healthy", 0) for name in (*OURS, "mysql", "redis", "target")}


def test_one_small_image_is_built(compose: Composition):
    ours = [each["ID"] for each in compose.containers() if each["Service"] in OURS | {"secrets", "prepare"}]
    images = _docker("inspect", "--format", "{{.Image}}", *ours).split()

    [image] = set(images)
    assert int(_docker("image", "inspect", "--format", "{{.Size}}", image)) < MOST_IMAGE_BYTES


@pytest.mark.parametrize(
    ("service", "names"),
    [
        ("target", {"target_password"}),
        ("mysql", {"database_password", "database_root_password"}),
        ("worker", {"database_password", "target_password"}),
    ],
)
def test_a_service_sees_its_own_passwords_alone(service: str, names: set[str], compose: Composition):
    mounted = compose("exec", "-T", service, "find", "/run/benchlab", "-type", "f", "-printf", "%f\n").stdout

    assert set(mounted.split()) == names


def test_the_target_is_entered_as_a_server(page: Page):
    page.goto("/servers/")

    expect(page.get_by_role("link", name="target")).to_be_visible()


def test_a_run_through_the_web_address_finishes(page: Page):
    page.goto("/benchmarks/sell-transactions/")
    page.get_by_label("Duration").fill("3s")
    page.get_by_label("Acceptance", exact=True).fill("3s")
    page.get_by_label("Preload").fill("10k")
    page.get_by_label("Rows to purge").fill("0")

    page.get_by_role("button", name="Launch").click()

    expect(page).to_have_url(re.compile(r"/runs/\d+/$"))
    expect(page.locator("#run-badges")).to_contain_text("finished", timeout=RUN_ENDS_WITHIN_MS)


def test_the_command_line_knows_of_that_run_and_makes_another(compose: Composition):
    listed = compose.bench("ls")

    made = compose.bench("run", "sell-transactions", "--server", "target", *SHORT)

    assert [each["state"] for each in listed] == ["finished"]
    assert made["state"] == "finished", made["error"]


def test_another_sign_in_link_is_a_command_away(compose: Composition):
    link = compose("exec", "-T", "web", "./manage.py", "sign_in_link").stdout.strip()

    assert link != compose.link
    assert compose.status(link.removeprefix(f"http://127.0.0.1:{compose.port}")) == 200


def test_the_other_workers_go_on_when_one_is_killed_in_a_run(compose: Composition):
    waiting = compose.start(
        "exec",
        "-T",
        "web",
        "bench",
        "run",
        "sell-transactions",
        "--server",
        "target",
        "--set",
        "duration=10m",
        "--json",
    )
    execution = _eventually(lambda: compose.redis("KEYS", "rq:execution:*"))
    worker = compose.redis("HGET", execution, "worker_name").split(".")[0]

    _docker("kill", worker)

    lost = json.loads(waiting.communicate()[0])
    assert (lost["state"], "was lost" in lost["error"]) == ("failed", True), lost["error"]
    assert compose.bench("run", "sell-transactions", "--server", "target", *SHORT)["state"] == "finished"
    # A worker cleans up at its start.
    _eventually(lambda: execution not in compose.redis("KEYS", "rq:execution:*"))
    survivor = next(each for each in compose.containers() if each["Service"] == "worker" and each["State"] == "running")
    _docker("restart", survivor["ID"])
    _eventually(lambda: "AbandonedJobError" in compose.log("worker"))
    compose.up()
    assert "Traceback" not in compose.log("worker")


def test_no_log_holds_a_password(compose: Composition):
    passwords = compose("exec", "-T", "web", "sh", "-c", "cat /run/benchlab/*_password").stdout

    log = compose.log()

    assert passwords
    assert not [each for each in re.findall(r"[\w-]{32}", passwords) if each in log]


def test_a_run_finishes_after_all_was_taken_down_and_up_again(compose: Composition):
    compose("down")
    compose.up()

    made = compose.bench("run", "sell-transactions", "--server", "target", *SHORT)

    assert made["state"] == "finished", made["error"]


@pytest.mark.parametrize("more", ["", "BENCHLAB_HOSTS=bench.test\n"], ids=["by its address", "and its host name"])
def test_it_starts_behind_a_proxy(more: str, compose: Composition):
    (compose.clone / ".env").write_text(f"BENCHLAB_URL=https://bench.test\n{more}")
    compose.up()

    assert compose.link.startswith("https://bench.test/sign-in/")
    assert compose.status("/sign-in/", Host="bench.test") == 200
    assert compose.status("/sign-in/", Host="not.ours.test") == 400
    assert compose.status("/healthz", Host="not.ours.test") == 200


def _docker(*arguments: str) -> str:
    return subprocess.run(["docker", *arguments], capture_output=True, text=True, check=True).stdout


def _eventually(ask: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + SOON_S
    while not (answer := ask()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.5)
    return answer
