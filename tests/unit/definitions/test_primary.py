"""The figure that a definition wants comparisons to judge by."""

import pytest

from benchlab.analysis.comparisons.primary_figure import primary_of
from benchlab.definitions import Plan
from benchlab.definitions.plan.primary_figure import Primary
from tests.unit.definitions.samples import SMALL, plan, refusal


def declaring(primary: str) -> str:
    return f"{SMALL}primary: {primary}\n"


@pytest.mark.parametrize(
    ("written", "primary"),
    [
        ("{phase: insert}", Primary("insert", "per_second", "higher")),
        ("{phase: insert, figure: latency_ms.p99}", Primary("insert", "latency_ms.p99", "lower")),
        ("{phase: preload, figure: seconds}", Primary("preload", "seconds", "lower")),
        ("{phase: total, figure: details.rows_each, better: lower}", Primary("total", "details.rows_each", "lower")),
    ],
)  # fmt: skip
def test_it_is_in_the_plan_with_the_direction_that_is_better(written: str, primary: Primary) -> None:
    made = plan(declaring(written))

    assert made.primary == primary
    assert Plan.from_json(made.to_json()) == made


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("{phase: inserts}", "Did you mean “insert”?"),
        ("{phase: insert, metric: per_second}", "“metric” is not known here"),
        ("{phase: insert, figure: latency_ms.p98}", "is not a figure of a phase"),
        ("{phase: total}", "A query has no “per_second”"),
        ("{phase: total, figure: details.rows_each}", "Say which direction is better"),
        ("{figure: per_second}", "“phase” is missing"),
    ],
)
def test_what_is_wrong_with_it_is_said_with_its_place(written: str, says: str) -> None:
    [problem] = refusal(declaring(written)).problems

    assert says in problem.message
    assert problem.line == len(SMALL.splitlines()) + 1


def test_one_whose_phase_is_left_out_gives_way_to_the_first_drive() -> None:
    text = declaring("{phase: total, figure: latency_ms.p50}").replace(
        "repeat: 3", 'repeat: 3, when: "{{ clients > 5 }}"'
    )

    few, many = plan(text, clients="2"), plan(text, clients="7")

    assert few.primary is None
    assert primary_of(few).title == "insert"
    assert primary_of(many).title == "total, median response time"


def test_without_one_it_is_the_throughput_of_the_first_drive_or_load() -> None:
    drive = SMALL[SMALL.index("  - drive") : SMALL.index("  - query")]
    loads = SMALL.replace(drive, "").replace("phase: insert, figure: latency_ms.p99", "phase: preload, figure: seconds")

    assert (primary_of(plan(SMALL)).phase, primary_of(plan(SMALL)).unit) == ("insert", "transactions/s")
    assert (primary_of(plan(loads)).phase, primary_of(plan(loads)).unit) == ("preload", "rows/s")
