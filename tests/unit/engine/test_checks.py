import pytest

from benchlab.definitions.phases.check import Condition
from benchlab.engine.phases.check import judged

PHASES = {"insert": {"per_second": 1980.0, "latency_ms": {"max": 900.0}, "warmup_s": None, "name": "insert"}}


@pytest.mark.parametrize(
    ("figure", "operator", "limit", "passed"),
    [
        ("per_second", ">=", 1980, True),
        ("per_second", ">", 1980, False),
        ("latency_ms.max", "<", 1000, True),
        ("latency_ms.max", "<=", 899.9, False),
    ],
)
def test_a_figure_is_held_against_its_limit(figure, operator, limit, passed):
    assert judged(Condition("insert", figure, operator, limit), PHASES, title="").passed is passed


@pytest.mark.parametrize("figure", ["latency_ms.p42", "nothing.at.all", "warmup_s", "name", "latency_ms"])
def test_a_figure_that_can_not_be_had_is_missed(figure):
    result = judged(Condition("insert", figure, ">", 0), PHASES, title="")

    assert (result.passed, result.value) == (False, None)


def test_a_phase_that_did_not_run_is_missed():
    assert not judged(Condition("read", "per_second", ">", 0), PHASES, title="").passed


@pytest.mark.parametrize(("operator", "limit", "passed"), [("<", 1000, True), ("<=", 899, False), (">", 1, False)])
def test_a_percentile_of_too_few_values_is_no_longer_than_the_longest(operator, limit, passed):
    few = {"insert": {"latency_ms": {"p99": None, "max": 900.0}}}

    assert judged(Condition("insert", "latency_ms.p99", operator, limit), few, title="").passed is passed


@pytest.mark.parametrize("name", ["find", "find v1.2", "shop.sale.latency_ms"])
@pytest.mark.parametrize("figure", ["count", "latency_ms.p99"])
def test_the_name_of_a_statement_may_have_dots(name, figure):
    phases = {"read": {"by_statement": {name: {"count": 12, "latency_ms": {"p99": 12.0}}}}}

    result = judged(Condition("read", f"by_statement.{name}.{figure}", "<=", 12), phases, title="")

    assert (result.passed, result.value) == (True, 12.0)
