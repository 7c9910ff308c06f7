"""The study's own table on an experiment's page."""

import re

import pytest
from django.test import Client

from benchlab.models import Benchmark, Experiment, Phase, Run, State
from benchlab.templatetags.figures import register
from tests import factories
from tests.experiment_records import make_experiment
from tests.web.pages.publishing.test_sharing import opened, share

figure = register.filters["figure"]
PUBLISHED = """\
published:
  - label: Inserts by few and by many
    when: {clients: 1, duration: 60s}
    phase: insert
    per_second: [400, 410, 390]
    conditions: "2009, over a network"
  - {label: Inserts by few and by many, when: {clients: 10, duration: 60s}, phase: insert, per_second: 1400}
compared:
  - {label: Inserts a second, phase: insert, figure: per_second}
"""


@pytest.fixture
def experiment(db: None) -> Experiment:
    Benchmark.store(factories.DEFINITION.format(name="study", title="A study") + PUBLISHED, by=None)
    return make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)


def table_of(viewer: Client, experiment: Experiment) -> str:
    page = viewer.get(experiment.get_absolute_url()).content.decode()
    tables = re.findall(r'<section class="card" id="results-study".*?</section>', page, re.S)
    return tables[0] if tables else ""


def medians(experiment: Experiment) -> list[float]:
    rates = [[run.headline or 0 for run in experiment.current_runs.filter(cell=cell)] for cell in (0, 1)]
    return [sum(each) / 2 for each in rates]


def add_shots(run: Run) -> None:
    """Two more, of 77 a second."""
    result = {**(run.phases.get(name="insert").result or {}), "per_second": 77.0}
    for shot in (2, 3):
        named = f"insert, shot {shot}"
        Phase.objects.create(run=run, ordinal=shot, name=named, kind="drive", started_s=40, result=result)


def test_ours_stands_beside_the_published_figure_with_the_ratio_of_both(viewer: Client, experiment: Experiment) -> None:
    few, many = medians(experiment)

    table = table_of(viewer, experiment)

    told = re.findall(r'<td class="num"[^>]*>(?:<strong>)?([\d,.]+)', table.split("Compared without")[0])
    assert told == ["400", "1,400", "3.50", figure(few), figure(many), figure(many / few)]


def test_what_was_other_than_in_the_study_is_said(viewer: Client, experiment: Experiment) -> None:
    table = table_of(viewer, experiment)

    assert re.search(r"Differences from the study: Duration \w+, not 1m", table)
    assert "2009, over a network" in table


def test_every_shot_of_every_run_counts(viewer: Client, experiment: Experiment) -> None:
    for run in experiment.current_runs.filter(cell=0):
        add_shots(run)

    assert "77.0 /s to" in table_of(viewer, experiment)
    assert "<strong>77.0 /s" in table_of(viewer, experiment)


def test_what_was_in_memory_stands_beside_the_figures_that_it_decided(viewer: Client, experiment: Experiment) -> None:
    for phase in Phase.objects.filter(run__experiment=experiment, name="insert"):
        phase.result = {**(phase.result or {}), "details": {"cache": "cold"}}
        phase.save()

    page = viewer.get(experiment.get_absolute_url()).content.decode()

    assert "cold (verified)" in table_of(viewer, experiment)
    assert "drive, cold (verified), finished runs only" in page


def test_what_the_study_compares_without_figures_stands_beneath(viewer: Client, experiment: Experiment) -> None:
    few, many = medians(experiment)

    _, beneath = table_of(viewer, experiment).split("Compared without published results")

    assert "Inserts a second" in beneath
    assert f"{figure(few)} /s" in beneath
    assert f"{figure(many)} /s" in beneath


def test_what_a_layout_can_not_do_is_not_applicable_with_the_reason(viewer: Client, experiment: Experiment) -> None:
    for run in experiment.current_runs.filter(cell=0):
        run.phases.filter(name="insert").delete()
        run.plan_json["left_out"] = {"insert": "not applicable: few need no insert"}
        run.save()

    table = table_of(viewer, experiment)

    assert 'title="not applicable: few need no insert">not applicable</span>' in table
    assert '<p class="card-note">Not applicable: few need no insert.</p>' in table


def test_an_experiment_that_varies_something_else_has_no_such_table(viewer: Client) -> None:
    Benchmark.store(factories.DEFINITION.format(name="study", title="A study") + PUBLISHED, by=None)
    varied = make_experiment({"clients": "1"}, repeats=2, states=[State.FINISHED] * 2)

    assert table_of(viewer, varied) == ""


def test_shots_of_a_phase_stand_in_one_section_as_their_median(viewer: Client, experiment: Experiment) -> None:
    run = experiment.current_runs.filter(cell=0).first()
    assert run
    add_shots(run)

    page = viewer.get(experiment.get_absolute_url()).content.decode()

    assert "<h2>insert</h2>" in page
    assert "<h2>insert, shot 2</h2>" not in page
    assert ">77.0</td>" in page


def test_strangers_see_the_table_without_what_the_definition_says_of_a_gap(
    sharer: Client, experiment: Experiment
) -> None:
    for run in experiment.current_runs.filter(cell=0):
        run.phases.filter(name="insert").delete()
        run.plan_json["left_out"] = {"insert": "there is no /srv/planted here"}
        run.save()

    text = opened(share(sharer, f"kind=experiment&experiment={experiment.pk}"))

    assert "The study's table" in text
    assert "2009, over a network" in text
    assert ">not applicable</span>" in text
    assert "planted" not in text
