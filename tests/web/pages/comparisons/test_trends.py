"""A benchmark over all its runs on a server: its levels, and the losses that people triage."""

import json
import re

import pytest

from benchlab.models import Regression, Run, State, Triage
from benchlab.models.comparisons import pin_run
from tests import factories
from tests.experiment_records import make_experiment

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def nightly(runner) -> list[Run]:
    """Twelve equal nights and eight that lose a fifth."""
    made = [factories.make_run(State.FINISHED, seconds=5) for _ in range(20)]
    for at, run in enumerate(made):
        set_rate(run, (18_000 if at < 12 else 14_400) + at % 5)
    return made


def set_rate(run: Run, rate: float) -> None:
    phase = run.phases.get(name="insert")
    phase.result["per_second"] = rate
    phase.save()


def finish_again(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(state=State.RUNNING)
    assert Run.objects.get(pk=run.pk).finish()


def drawn(text: str) -> dict:
    return json.loads(re.search(r"data-charts>(.*?)</script>", text)[1])["panels"][0]


def test_a_run_that_ends_on_a_worse_level_makes_a_regression(nightly):
    finish_again(nightly[-1])

    regression = Regression.objects.get()
    assert regression.run == nightly[12]
    assert (regression.before, regression.after) == (18_001.5, 14_402.5)
    assert not regression.is_provisional


def test_the_same_loss_seen_again_is_the_same_regression(nightly):
    finish_again(nightly[-1])
    finish_again(nightly[-2])

    assert Regression.objects.count() == 1


def test_a_new_loss_goes_when_its_runs_are_excluded_and_a_triaged_one_stays(nightly, runner):
    finish_again(nightly[-1])
    for run in nightly[12:]:
        run.exclude(by="ann", reason="a backup ran")
    assert not Regression.objects.exists()

    for run in nightly[12:]:
        run.include(by="ann")
    triaged = {"state": "accepted", "reason": "doublewrite is on now"}
    runner.post(f"/regressions/{Regression.objects.get().pk}/triage/", triaged)
    for run in nightly[12:]:
        run.exclude(by="ann", reason="a backup ran")
    assert Regression.objects.get().state == Triage.ACCEPTED


def test_the_trend_shows_every_run_its_levels_and_the_turn(nightly, runner):
    finish_again(nightly[-1])
    text = runner.get("/trends/notes/db1/").content.decode()

    panel = drawn(text)
    assert len(panel["points"]) == 20
    levels = [(level["from"], level["to"], level["value"]) for level in panel["levels"]]
    assert levels == [(0, 11, 18_001.5), (12, 19, 14_402.5)]
    assert panel["turns"] == [{"x": 11.5, "direction": "worse", "provisional": False}]
    assert f"run {nightly[12].pk}" in text


def test_runs_with_other_parameters_are_another_trend(nightly, runner):
    make_experiment({"clients": "1"}, repeats=2, states=[State.FINISHED] * 2)

    text = runner.get("/trends/notes/db1/").content.decode()
    other = re.findall(r'href="\?choice=(\w+)"', text)[-1]

    assert len(drawn(text)["points"]) == 20
    assert len(drawn(runner.get(f"/trends/notes/db1/?choice={other}").content.decode())["points"]) == 2


def test_the_baseline_is_drawn(nightly, runner):
    pin_run(nightly[0], by=None)

    assert drawn(runner.get("/trends/notes/db1/").content.decode())["baseline"] == 18_000


def test_a_regression_is_triaged_with_a_reason_only(nightly, runner):
    finish_again(nightly[-1])
    address = f"/regressions/{Regression.objects.get().pk}/triage/"

    refused = runner.post(address, {"state": "explained", "reason": " "}, follow=True).content.decode()
    assert "Say in a sentence" in refused
    assert Regression.objects.get().state == Triage.NEW

    runner.post(address, {"state": "explained", "reason": "the disk was replaced"})
    assert "the disk was replaced" in runner.get("/regressions/?state=explained").content.decode()
    assert "No regressions" in runner.get("/regressions/").content.decode()


def test_the_list_names_each_benchmark_and_server_with_its_new_losses(nightly, runner):
    finish_again(nightly[-1])

    text = runner.get("/trends/").content.decode()

    assert "/trends/notes/db1/" in text
    assert "1 new" in text


def test_without_runs_the_pages_say_what_to_do(runner):
    factories.make_server()
    factories.make_benchmark()

    assert "No run has finished yet" in runner.get("/trends/").content.decode()
    assert "No run has finished yet" in runner.get("/trends/notes/db1/").content.decode()
    assert runner.get("/trends/notes/nowhere/").status_code == 404
