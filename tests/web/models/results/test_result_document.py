import pytest

from benchlab.models import Phase, State
from benchlab.models.results import result_document
from tests import factories

KEYS = [
    "format", "run", "benchmark", "revision", "state", "error", "seed", "parameters", "servers", "started_at",
    "finished_at", "warnings", "trust", "durability", "checks", "snapshot", "phases", "layouts", "host", "published",
    "excluded", "tags",
]  # fmt: skip


@pytest.fixture
def run():
    return factories.make_run(State.FINISHED)


def test_the_document_has_the_promised_shape(run):
    document = result_document.document(run)

    assert list(document) == KEYS
    assert document["format"] == "benchlab.result/1"
    assert (document["run"], document["state"], document["error"], document["trust"]) == (
        run.pk,
        "finished",
        None,
        None,
    )
    assert list(document["servers"][0]) == ["name", "role", "flavour", "version", "schema"]


def test_times_are_utc(run):
    assert result_document.document(run)["started_at"].endswith("Z")


def test_published_figures_stand_beside_ours(run):
    for figure in result_document.document(run)["published"]:
        assert {"label", "value", "published", "ratio", "unit", "conditions", "applies"} <= set(figure)
        assert figure["ratio"] is None or figure["ratio"] == pytest.approx(figure["value"] / figure["published"])


def test_a_published_figure_of_other_conditions_has_none_of_ours_beside_it(run):
    others = [figure for figure in result_document.document(run)["published"] if not figure["applies"]]

    assert all(figure["value"] is None for figure in others)


def test_a_phase_that_did_not_end_is_there_without_figures():
    run = factories.make_run(State.FAILED)
    Phase.objects.create(run=run, ordinal=99, name="cut short", kind="drive", started_s=4.0)

    phase = result_document.document(run)["phases"][-1]

    assert (phase["name"], phase["started_s"], phase["seconds"], phase["per_second"]) == ("cut short", 4.0, None, None)
