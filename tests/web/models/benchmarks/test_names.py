"""Names that a definition may give are stored as they are, on every database that benchlab can use."""

import numpy as np
import pytest

from benchlab.analysis.runs.series import Series
from benchlab.definitions import Definition, Refused
from benchlab.models import Phase, State, StoredHistogram
from benchlab.models.results import series_chunks
from tests import factories

ALIKE = ["Insert", "insert", "ínsert", "Ïnsert", "INSERT", "i" * 100, "I" * 100]


def test_phases_and_statements_that_differ_only_in_case_or_accents_are_two():
    run = factories.make_run(State.QUEUED)

    for ordinal, name in enumerate(ALIKE):
        phase = Phase.objects.create(run=run, ordinal=ordinal, name=name, kind="drive", started_s=0.0)
        StoredHistogram.objects.bulk_create(StoredHistogram(phase=phase, statement=each, counts=b"") for each in ALIKE)

    assert list(run.phases.values_list("name", flat=True)) == ALIKE
    assert run.phases.filter(name="insert").count() == 1
    assert set(run.phases.get(name="INSERT").histograms.values_list("statement", flat=True)) == set(ALIKE)


def test_series_of_sources_that_differ_only_in_case_are_two():
    run = factories.make_run(State.QUEUED)

    for name in ALIKE:
        series_chunks.store(
            run, f"phase:{name}", Series(np.array([1.0]), {"metric": np.array([2.0]), "Metric": np.array([3.0])})
        )

    assert set(series_chunks.read_all(run)) == {f"phase:{name}" for name in ALIKE}


@pytest.mark.parametrize(
    ("written", "instead", "says"),
    [
        ("name: insert", f"name: {'x' * 101}", "A name has 1 to 100 characters."),
        ("write:", f"{'x' * 101}:", "A statement's name has 1 to 100 characters"),
        ("write:", '" write":', "no space at an end"),
        ("title: Notes", f"study: {'x' * 65}\ntitle: Notes", "A study's name has at most 64 characters."),
    ],
)
def test_a_name_that_can_not_be_stored_is_refused_with_the_definition(written, instead, says):
    text = factories.DEFINITION.format(name="notes", title="Notes").replace(written, instead)

    with pytest.raises(Refused, match=says):
        Definition.parse(text)


def test_a_figure_that_no_page_has_room_for_is_refused():
    check = f"\n  - check: {{name: fast, expect: [{{phase: insert, figure: details.{'x' * 200}, below: 1}}]}}\n"
    text = factories.DEFINITION.format(name="notes", title="Notes") + check

    with pytest.raises(Refused, match="at most 150 characters"):
        Definition.parse(text)
