"""Reads the phases of an expanded definition into those of a plan: ``when``, names and repeats; the rest by kind."""

from collections.abc import Collection, Mapping

from benchlab.definitions.language.node_readers import DefinitionSection, items, positive, scalar, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases import repeat
from benchlab.definitions.phases.phase import PlannedPhase, ReadingContext
from benchlab.definitions.phases.statements import LONGEST_NAME
from benchlab.definitions.values import units

_MOST_SHOTS = 100


class PhaseReader:
    """Reads the phases of one definition; knows its tables and values, and the phases read so far."""

    def __init__(self, tables: Mapping[str, str], values: Collection[str], problems: list[Problem]) -> None:
        self.tables = tables
        self.values = values
        self.problems = problems
        self.names: list[str] = []
        """The phases that will run."""
        self.named: list[str] = []
        """These and those that their ``when`` leaves out."""
        self.kinds: dict[str, str] = {}
        """Of the phases that will run, by name."""
        self.left_out: dict[str, str] = {}
        """Why, by name, where a phase that its ``when`` leaves out says so."""
        self._shot = 1
        self._runs = True
        self._inside_parallel = False

    def read(self, node: Node) -> tuple[PlannedPhase, ...]:
        """The phases of a list whose ``when`` does not say no."""
        return tuple(phase for item in items(node) for phase in self._phases(item))

    def _phases(self, node: Node) -> tuple[PlannedPhase, ...]:
        if not isinstance(node.value, dict) or len(node.value) != 1:
            self.problems.append(node.problem("A phase is one kind with its settings, such as “- drive: {...}”."))
            return ()
        kind, inner = next(iter(node.value.items()))
        known = (*PlannedPhase.kinds(), repeat.KIND)
        if kind not in known:
            self.problems.append(inner.key_problem(Unknown(f"There is no phase “{kind}”.", kind, known)))
            return ()
        return self._of_kind(kind, DefinitionSection(inner, self.problems))

    def _of_kind(self, kind: str, section: DefinitionSection) -> tuple[PlannedPhase, ...]:
        reason = section.get("otherwise", text, default="")
        if reason and not section.has("when"):
            section.refuse("otherwise", "This says why a phase is left out; only a phase with “when” can be.")
        if not section.get("when", scalar(units.parse_boolean), default=True):
            self._check_left_out(kind, section, reason)
            return ()
        if kind == repeat.KIND:
            return self._repeated(section)
        phase = self._phase(kind, section)
        return (phase,) if phase else ()

    def _repeated(self, section: DefinitionSection) -> tuple[PlannedPhase, ...]:
        """The plan has the phases of every shot, under names of their own."""
        times = section.get("times", positive(units.parse_count)) or 1
        if self._shot > 1 or self._inside_parallel or times > _MOST_SHOTS:
            section.refuse(
                "times",
                f"A repeat can not be inside a parallel or another repeat; it goes up to {_MOST_SHOTS} times.",
            )
            times = 1
        phases: tuple[PlannedPhase, ...] = ()
        before = len(self.problems)
        for self._shot in range(1, times + 1):
            # What is wrong with the first shot is wrong with all.
            phases += (section.get("phases", self.read) or ()) if len(self.problems) == before else ()
        self._shot = 1
        section.finish()
        return phases

    def _phase(self, kind: str, section: DefinitionSection) -> PlannedPhase | None:
        before = len(self.problems)
        name = self._name(section, kind)
        if name in self.names and self._runs:
            section.refuse("name", f"There are two phases “{name}”; give each a name of its own.")
        self.names.append(name)
        self.kinds[name] = kind
        phase = self._read(kind, section, name)
        return phase if len(self.problems) == before else None

    def _read(self, kind: str, section: DefinitionSection, name: str) -> PlannedPhase | None:
        context = ReadingContext(
            tables=self.tables,
            values=self.values,
            earlier=self.names[:-1],
            inside_parallel=self._inside_parallel,
            problems=self.problems,
            read_parallel=self._read_parallel,
        )
        phase = PlannedPhase.kinds()[kind].read(section, name, context)
        section.finish()
        return phase

    def _read_parallel(self, node: Node) -> tuple[PlannedPhase, ...]:
        self._inside_parallel = True
        try:
            return self.read(node)
        finally:
            self._inside_parallel = False

    def _name(self, section: DefinitionSection, kind: str) -> str:
        name = section.get("name", _short, default=kind)
        self.named.append(name)
        if len(named := repeat.named(name, self._shot)) > LONGEST_NAME:
            section.refuse("name", "With the number of its shot this name is too long.")
        return named

    def _check_left_out(self, kind: str, section: DefinitionSection, reason: str) -> None:
        """A phase that does not run with these values is read too; what came out of templates then proves nothing."""
        reader = PhaseReader(self.tables, self.values, [])
        reader.named, reader._runs, reader._inside_parallel = self.named, False, self._inside_parallel
        section.problems = reader.problems
        if kind == repeat.KIND:
            reader.names = list(self.named)
            reader._repeated(section)
        else:
            name = reader._name(section, kind)
            reader.names = list(self.named)
            self.left_out |= {name: reason} if reason else {}
            reader._read(kind, section, name)
        uncertain = {leaf.place for leaf in section.node.scalars() if leaf.expanded or leaf.broken}
        self.problems += [each for each in reader.problems if (each.line, each.column) not in uncertain]


def _short(node: Node) -> str:
    name = text(node)
    if not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"A name has 1 to {LONGEST_NAME} characters.")
    return name
