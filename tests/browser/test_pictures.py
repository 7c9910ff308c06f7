"""Every page wide, on a phone and in the dark. BENCHLAB_SCREENSHOTS=FOLDER keeps the pictures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from benchlab.models import (
    Benchmark,
    Delivery,
    Event,
    EventKind,
    Experiment,
    Invitation,
    Reveal,
    Role,
    Run,
    SavedFilter,
    Schedule,
    Server,
    Shared,
    ShareLink,
    State,
    Webhook,
)
from benchlab.models.comparisons import pin_run
from benchlab.models.comparisons.baseline import combination_of_parameters
from benchlab.models.notifications.fan_out import fan_out
from tests import factories
from tests.browser.conftest import PHONE, WIDE
from tests.experiment_records import make_experiment
from tests.report_records import make_report

PAGES = {
    "first-page": "/",
    "runs": "/runs/",
    "runs-filtered": "/runs/?state=failed",
    "runs-mistyped": "/runs/?state=bogus&server=nowhere",
    "run-page": "/runs/1/",
    "run-response-times": "/runs/1/?tab=response-times",
    "run-server": "/runs/1/?tab=server",
    "run-host": "/runs/1/?tab=host",
    "run-layout": "/runs/1/?tab=layout",
    "run-growth": "/runs/1/?tab=growth",
    "run-settings": "/runs/1/?tab=settings",
    "run-log": "/runs/1/?tab=log",
    "run-files": "/runs/1/?tab=files",
    "run-live": "/runs/2/",
    "run-failed": "/runs/3/",
    "run-queued": "/runs/4/",
    "run-imported": "/runs/5/",
    "runs-side-by-side": "/runs/side-by-side/?run=1&run=2",
    "experiments": "/experiments/",
    "experiment": "/experiments/{swept}/",
    "experiment-live": "/experiments/{live}/",
    "experiment-grid": "/experiments/{grid}/",
    "launch-experiment": "/benchmarks/notes/?experiment={grid}",
    "comparison": "/comparison/?run=1&run=6",
    "comparison-groups": "/comparison/?experiment={swept}",
    "comparison-choosing": "/comparison/",
    "trends": "/trends/",
    "trend": "/trends/notes/db1/",
    "regressions": "/regressions/",
    "schedules": "/schedules/",
    "schedule": "/schedules/nightly/",
    "schedule-new": "/benchmarks/notes/schedule/",
    "benchmarks": "/benchmarks/",
    "benchmark": "/benchmarks/notes/",
    "editor": "/benchmarks/notes/edit/",
    "revision": "/benchmarks/notes/revisions/1/",
    "servers": "/servers/",
    "server": "/servers/db1/",
    "server-form": "/servers/db1/edit/",
    "reports": "/reports/",
    "report-new": "/reports/new/",
    "report-add": "/reports/add/?source=1",
    "report": "/reports/{report}/",
    "report-edit": "/reports/{report}/edit/",
    "report-section": "/reports/{report}/sections/{section}/",
    "share-links": "/shares/",
    "share": "/shares/new/?kind=run&run=1",
    "shared-run": "/shared/{shared_run}/",
    "shared-comparison": "/shared/{shared_comparison}/",
    "shared-experiment": "/shared/{shared_experiment}/",
    "shared-trend": "/shared/{shared_trend}/",
    "shared-report": "/shared/{shared_report}/",
    "people": "/people/",
    "join": "/join/{invited}/",
    "notifications": "/notifications/",
    "webhook": "/notifications/webhooks/1/",
    "webhook-new": "/notifications/webhooks/new/",
    "tokens": "/tokens/",
    "audit": "/audit/",
    "password": "/password/",
}
LOOKS = {"wide": (WIDE, "light"), "phone": (PHONE, "light"), "dark": (WIDE, "dark")}


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("look", LOOKS)
def test_no_page_is_wider_than_its_window(page: Page, pictures: Path | None, look: str) -> None:
    if look == "dark" and not pictures:
        pytest.skip("it is as wide as in the light: for pictures only")
    numbers = furnish()
    size, scheme = LOOKS[look]
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

    pages = {name: address.format(**numbers) for name, address in PAGES.items()}
    widths = {
        name: width_of(page, address, pictures and pictures / f"{name}-{look}.png") for name, address in pages.items()
    }
    wide = {name: width for name, width in widths.items() if width > size["width"]}

    assert wide == {}


def test_on_a_phone_a_table_scrolls_in_its_card_and_its_first_column_stays(page: Page) -> None:
    furnish()
    page.set_viewport_size(PHONE)
    page.goto("/runs/")
    first = page.locator(".scrolling td:first-child").first
    before = first.bounding_box()

    page.locator(".scrolling").evaluate("(table) => (table.scrollLeft = 200)")

    assert page.locator(".scrolling").evaluate("(table) => table.scrollLeft") == 200
    assert first.bounding_box() == before
    assert page.locator(".scrolling thead").inner_text().split()[:4] == ["Run", "State", "Per", "second"]


def width_of(page: Page, address: str, picture: Path | None) -> int:
    page.goto(address)
    if picture:
        page.wait_for_timeout(600)
        page.screenshot(path=picture, full_page=True)
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def furnish() -> dict[str, int | str]:
    """The numbers of the experiments, and the tokens of shared pages."""
    factories.make_user("bob", Role.VIEWER)
    factories.make_server("db1")
    factories.make_benchmark()
    factories.make_run(State.FINISHED, pk=1)
    factories.make_run(State.RUNNING, pk=2, seconds=40)
    lost = "The server closed the connection while clients were inserting (error 2013): 42 transactions are in doubt."
    factories.make_run(State.FAILED, pk=3, error=lost)
    factories.make_run(State.QUEUED, pk=4, waiting_for="Waits for run 2, which uses server db1.")
    factories.make_imported(pk=5)
    judge(factories.make_run(State.FINISHED, pk=6))
    schedule()
    tell(Run.objects.get(pk=3))
    numbers: dict[str, int | str] = {name: experiment.pk for name, experiment in experiments().items()}
    numbers["invited"] = invite()
    broken = {"listing": "runs", "name": "Broken", "query": "state=failed"}
    SavedFilter.keep(by=factories.make_user("dave"), is_shared=True, **broken)
    report = make_report(run=1, experiment=numbers["swept"])
    links = shared(numbers["swept"], report.pk)
    written = {"report": report.pk, "section": report.sections.all()[1].pk}
    return {**numbers, **written, **{f"shared_{kind}": token for kind, token in links}}


def invite() -> str:
    """One is open, another was revoked."""
    Invitation.make(by=None, role=Role.VIEWER, days=7, email="carol@example.org")[0].revoke()
    return Invitation.make(by=None, role=Role.RUNNER, days=7)[1]


def tell(run: Run) -> None:
    """A chat, which one notice did not reach."""
    chosen = {"shape": "slack", "events": ["run.failed", "regression.found"], "server": run.servers.get()}
    failure = Event.objects.create(kind=EventKind.RUN_FAILED, subject_type="run", subject_id=run.pk)
    Webhook.objects.create(pk=1, name="#benchmarks", url="https://hooks.example.org/services/T0", **chosen)
    fan_out(failure)
    refused = {"state": "failed", "status": 404, "seconds": 0.213, "tries": 1, "excerpt": "no_service"}
    Delivery.objects.update(error="It answers with 404.", tried_at=timezone.now(), **refused)
    fan_out(failure)


def shared(swept: int, report: int) -> Iterator[tuple[str, str]]:
    """A link of each kind."""
    sharer = factories.make_user("carol", Role.RUNNER)
    choice = combination_of_parameters(Run.objects.get(pk=1).plan.parameters)
    queries = {
        Shared.RUN: "run=1",
        Shared.COMPARISON: f"experiment={swept}",
        Shared.EXPERIMENT: f"experiment={swept}",
        Shared.TREND: f"benchmark=notes&server=db1&choice={choice}",
        Shared.REPORT: f"report={report}",
    }
    for kind, query in queries.items():
        reveals = list(Reveal.values) if kind == Shared.RUN else []
        title = "What the new disk changed"
        yield kind, ShareLink.make(sharer, days=7, kind=kind, query=query, title=title, reveals=reveals)[1]


def schedule() -> None:
    """With a time of each outcome."""
    made = Schedule(name="nightly", benchmark=Benchmark.objects.get(), when="nightly at 02:00", zone="Europe/Berlin")
    made.keep([Server.objects.get(name="db1")], by=None)
    told = {"label": "", "word": "slower", "reason": "insert: 14,400 transactions/s against 18,000.", "against": [6]}
    judged = {"verdict": "slower", "grade": "B", "verdicts": [{**told, "runs": [1], "ratio": {"value": 0.8}}]}
    for outcome, more in {"missed": {}, "refused": {}, "skipped": {}, "launched": {"run_id": 1, **judged}}.items():
        reason = "benchlab was not running at its time." if outcome == "missed" else ""
        made.occurrences.create(due_at=timezone.now(), outcome=outcome, reason=reason, **more)


def judge(run: Run) -> None:
    """With everything that people and benchlab say of a run."""
    run.grade, run.trust_reasons = "C", ["Other programs used 31 % of the processors while “insert” ran; stop them."]
    run.save(update_fields=["grade", "trust_reasons"])
    run.set_tags(["nightly", "with-binlog"])
    pin_run(run, by=None)
    factories.make_run(State.FINISHED, pk=7).exclude(by="ann", reason="A backup ran meanwhile.")


def experiments() -> dict[str, Experiment]:
    some_failed = [State.FAILED if at in (2, 8) else State.FINISHED for at in range(12)]
    return {
        "swept": make_experiment({"clients": "1,2,5,10,50"}, repeats=3, states=[State.FINISHED] * 15, label="how many"),
        "live": make_experiment(states=[State.FINISHED, State.FAILED, State.RUNNING]),
        "grid": make_experiment({"trigger": "true,false", "clients": "1,10,100"}, repeats=2, states=some_failed),
    }
