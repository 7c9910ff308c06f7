"""Trust reasons for figures that were timed too briefly."""

import math

from benchlab.analysis.runs.published_figures import Results
from benchlab.definitions.phases import repeat
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.published_figures import Published


def too_short(plan: Plan, results: Results) -> list[str]:
    """A sentence where phases of published figures took less than the definition wants; none where it wants nothing."""
    least = {figure.phase: _least_s(figure, results) for figure in plan.published if _is_timed(figure)}
    short = [f"{name} ({seconds:.2g} s)" for name, seconds in least.items() if seconds < plan.shortest_s]
    if not short:
        return []
    told = ", ".join(short)
    return [
        f"Timed for less than {plan.shortest_s:g} s, so short that noise dominates: {told}. Raise the parameters "
        "that say how much is done."
    ]


def _is_timed(figure: Published) -> bool:
    return not figure.figure.startswith("details.")


def _least_s(figure: Published, results: Results) -> float:
    """Of its shots; what was not measured is not short."""
    measured = (results[name].get("seconds") for name in repeat.of(figure.phase, results))
    return min((seconds for seconds in measured if seconds is not None), default=math.inf)
