"""`bench definition check`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.definitions import Definition, Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_group, add_verb


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "definition", help="Definitions in files.")
    checking = add_verb(group, "check", check, help="Say what is wrong with a definition.")
    checking.add_argument("file", type=Path)
    checking.set_defaults(uses_database=False)


def check(options: Mapping[str, Any], console: Console) -> Exit:
    problems = _problems(options["file"])
    document = {"ok": not problems, "problems": [problem.to_json() for problem in problems]}
    console.answer(document, [str(problem) for problem in problems] or ["Nothing is wrong with it."])
    return Exit.REFUSED if problems else Exit.FINISHED


def _problems(file: Path) -> tuple[Problem, ...]:
    try:
        Definition.parse(file.read_text("utf-8"))
    except Refused as refused:
        return refused.problems
    except OSError as error:
        return (Problem("file", f"{file}: {error.strerror}."),)
    except UnicodeDecodeError as error:
        return (Problem("file", f"It is not text in UTF-8: {error}."),)
    return ()
