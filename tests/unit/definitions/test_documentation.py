"""docs/definitions.md tells the truth: its examples are accepted, and it leaves nothing out."""

import re
from pathlib import Path

import pytest

from benchlab.definitions import Definition, Plan
from benchlab.definitions.parameters.parameters import PARSERS
from benchlab.definitions.phases.figure_names import KNOWN
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.values import generator_arguments
from tests.unit.definitions.samples import plan

PAGE = (Path(__file__).parents[3] / "docs/definitions.md").read_text()
EXAMPLES: list[str] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WHOLE = EXAMPLES[0]
PHASES = [example for example in EXAMPLES if example.startswith("- ")]
KINDS = [*PlannedPhase.kinds(), "repeat"]


def with_phases(example: str) -> Plan:
    """The page's whole definition with the phases of another example behind its own."""
    total = "  total: CREATE TABLE total (customer INT, amount DECIMAL(12,2))\nvalues:"
    indented = "".join(f"  {line}\n" for line in example.splitlines())
    return plan(WHOLE.replace("values:", total, 1) + indented)


def test_its_first_example_is_a_whole_definition() -> None:
    assert Definition.parse(WHOLE).name == "order-entry"


@pytest.mark.parametrize("example", PHASES, ids=lambda example: example.split(":")[0])
def test_its_phases_are_accepted(example: str) -> None:
    assert len(with_phases(example).phases) == (9 if example.startswith("- repeat") else 4)


@pytest.mark.parametrize(
    "word", [*KINDS, *generator_arguments.KINDS, *PARSERS, *(name for name in KNOWN if "." not in name)]
)
def test_it_names_everything_that_may_be_written(word: str) -> None:
    assert re.search(rf"`{word}`|\*\*{word}\*\*", PAGE)
