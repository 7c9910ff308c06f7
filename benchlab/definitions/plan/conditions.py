"""What a check expects of earlier phases, read into the plan's conditions."""

from collections.abc import Sequence

from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.reading import Section, items, text
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.plan import figure_names
from benchlab.definitions.plan.plan_parts import Condition

_OPERATORS = {"below": "<", "at_most": "<=", "above": ">", "at_least": ">="}


class ConditionReader:
    def __init__(self, earlier: Sequence[str], problems: list[Problem]) -> None:
        """``earlier``: the phases that come before the check."""
        self._earlier = earlier
        self._problems = problems

    def read(self, node: Node) -> tuple[Condition, ...]:
        return tuple(found for item in items(node) if (found := self._condition(Section(item, self._problems))))

    def _condition(self, section: Section) -> Condition | None:
        phase = section.get("phase", self._phase)
        figure = section.get("figure", figure_names.path)
        asked = [word for word in _OPERATORS if section.child(word)]
        section.finish()
        if len(asked) != 1:
            section.refuse(asked[-1] if asked else "figure", "Say one of “below”, “at_most”, “above” and “at_least”.")
            return None
        limit = section.get(asked[0], lambda given: figure_names.amount(text(given), figure or ""))
        return Condition(phase, figure, _OPERATORS[asked[0]], limit)  # type: ignore[arg-type]

    def _phase(self, node: Node) -> str:
        name = text(node)
        if name not in self._earlier:
            raise Unknown(f"No phase “{name}” comes before this check.", name, self._earlier)
        return name
