"""Runs side by side: what the address says is what is compared."""

import json
import re

import pytest
from django.test import Client

from benchlab.forms.comparisons.comparison import ComparisonChoice
from benchlab.models import Experiment, State
from benchlab.models.runs import deletion
from tests import factories
from tests.experiment_records import make_experiment


@pytest.fixture
def pair(viewer: Client) -> list[int]:
    return [factories.make_run(State.FINISHED).pk, factories.make_run(State.FINISHED).pk]


@pytest.fixture
def experiment(viewer: Client) -> Experiment:
    return make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)


def page(client: Client, query: str) -> str:
    answer = client.get(f"/comparison/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def drawn(text: str) -> dict:
    return json.loads(re.search(r"data-charts>(.*?)</script>", text)[1])


def test_two_runs_are_drawn_over_each_other_from_their_first_transaction(viewer, pair):
    content = drawn(page(viewer, f"run={pair[0]}&run={pair[1]}"))

    rate = next(panel for panel in content["panels"] if panel["key"] == "rate")
    assert [series["label"] for series in rate["series"]] == [f"run {number}" for number in pair]
    assert all(0 <= content["times"][series["times"]][0] < 3 for series in rate["series"])
    assert [phase["name"] for phase in content["phases"]] == ["insert"]
    assert {"cpu", "disk", "percentiles"} <= {panel["key"] for panel in content["panels"]}


def test_an_experiment_is_compared_by_what_it_varies(viewer, experiment):
    text = page(viewer, f"experiment={experiment.pk}")

    assert "faster" in text
    assert "5 against 5 repeats" in text
    assert text.count("use as baseline") == 1


def test_the_first_combination_stays_the_baseline_when_its_first_run_is_deleted(viewer, experiment):
    for run in experiment.runs.filter(cell=0).order_by("repeat")[:4]:
        deletion.remove(run)

    text = page(viewer, f"experiment={experiment.pk}")

    assert "compared with <strong>clients 1</strong>" in text
    assert "4 runs of the experiment were deleted" in text
    assert "deleted" not in page(viewer, "&".join(f"run={run.pk}" for run in experiment.current_runs))


def test_a_verdict_on_runs_that_are_not_to_be_trusted_is_no_all_clear(viewer, experiment):
    trusted = page(viewer, f"experiment={experiment.pk}")
    experiment.runs.filter(cell=1).update(grade="D")
    doubtful = page(viewer, f"experiment={experiment.pk}")

    green = r'<span class="sign sign-good">(<svg.*?</svg>)?faster'
    assert len(re.findall(green, trusted)) == doubtful.count("faster, trust D") == 2
    assert "sign-doubt" not in trusted
    assert not re.search(green, doubtful)


def test_the_other_group_can_be_made_the_baseline(viewer, experiment):
    text = page(viewer, f"experiment={experiment.pk}")
    query = re.search(r'href="\?([^"]*)">use as baseline', text)[1].replace("&amp;", "&")

    assert "compared with <strong>clients 10</strong>" in page(viewer, query)


def test_what_differs_beside_is_named_and_can_be_made_a_factor_or_ignored(viewer, experiment):
    runs = "&".join(f"run={run.pk}" for run in experiment.current_runs)
    experiment.runs.update(experiment=None)

    unnamed = page(viewer, runs)

    assert "not comparable" in unnamed
    assert "factor=clients" in unnamed
    assert "faster" in page(viewer, f"{runs}&factor=clients")
    assert "Compared although they differ in parameter clients" in page(viewer, f"{runs}&anyway=1")


def test_another_phase_can_be_drawn(viewer, pair):
    content = drawn(page(viewer, f"run={pair[0]}&run={pair[1]}&phase=preload"))

    assert [phase["name"] for phase in content["phases"]] == ["preload"]
    assert "loading" in {panel["key"] for panel in content["panels"]}


def test_how_their_tables_grew_is_drawn_when_it_comes_into_sight(viewer, pair):
    answer = viewer.get(f"/comparison/tables/?run={pair[0]}&run={pair[1]}")

    assert "Layouts side by side" in answer.content.decode()
    assert [series["label"] for series in drawn(answer.content.decode())["panels"][0]["series"]] == [
        f"run {number}" for number in pair
    ]


def test_tables_of_nothing_are_not_found(viewer):
    assert viewer.get("/comparison/tables/?run=x").status_code == 404


def test_fewer_than_two_runs_are_asked_for_more(viewer, pair):
    text = page(viewer, f"run={pair[0]}")

    assert "Choose two or more runs" in text
    assert re.search(rf'value="{pair[0]}"[^>]*checked', text)
    assert not re.search(rf'value="{pair[1]}"[^>]*checked', text)


def test_without_a_finished_run_there_is_nothing_to_choose(viewer):
    assert "No run has finished yet" in page(viewer, "")


@pytest.mark.parametrize("query", ["run=one&run=2", "run=1&run=999999", "experiment=77", "run=" + "9" * 400 + ",1"])
def test_a_mistyped_address_is_answered_with_a_sentence(viewer, pair, query):
    answer = viewer.get(f"/comparison/?{query}")

    assert answer.status_code == 422
    assert "These runs cannot be compared" in answer.content.decode()


def test_runs_that_never_came_to_measure_anything_are_compared_without_a_traceback(viewer, pair):
    failed = factories.make_run(State.FAILED, error="The server went away.").pk
    queued = factories.make_run(State.QUEUED).pk

    assert "not comparable" in page(viewer, f"run={pair[0]}&run={failed}&run={queued}")
    assert "not comparable" in page(viewer, f"run={queued}&run={failed}")


def test_the_queries_of_a_comparison_do_not_grow_with_its_runs(viewer, django_assert_max_num_queries):
    runs = [factories.make_run(State.FINISHED).pk for _ in range(8)]

    with django_assert_max_num_queries(16):
        page(viewer, "&".join(f"run={number}" for number in runs))


def test_a_choice_is_written_as_it_was_read(rf):
    query = "against=4&run=1&run=2&factor=clients&factor=engine&anyway=1&phase=insert&why=2"

    assert ComparisonChoice.of(rf.get(f"/?{query}").GET).query() == query


def test_what_one_may_choose_is_told_apart_by_parameters_and_grade(viewer, experiment):
    experiment.runs.update(experiment=None, label="night", grade="C", trust_reasons=["Swapped."])

    text = page(viewer, "")

    assert "clients 1<" in text
    assert "clients 10<" in text
    assert "grade-c" in text


def test_two_experiments_are_compared_combination_by_combination(viewer, experiment):
    later = make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)

    text = page(viewer, f"experiment={later.pk}&against-experiment={experiment.pk}")

    assert "2 combinations, each compared with the same combination of the baseline" in text
    [first, _] = re.findall(r'<td class="nowrap"><a href="(\?[^"]*)">clients', text)
    assert "2 groups, 10 runs, compared with" in page(viewer, first.removeprefix("?").replace("&amp;", "&"))
