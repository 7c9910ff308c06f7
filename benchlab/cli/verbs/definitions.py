"""`bench definition check`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_group, add_verb, problem_line
from benchlab.cli.lab import Lab, Problem


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "definition", help="Definitions in files.")
    add_verb(group, "check", check, help="List the problems of a definition.").add_argument("file", type=Path)


def check(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    problems = _problems(lab, options["file"])
    document = {"ok": not problems, "problems": problems}
    console.answer(document, [problem_line(problem) for problem in problems] or ["No problems found."])
    return Exit.REFUSED if problems else Exit.FINISHED


def _problems(lab: Lab, file: Path) -> list[Problem]:
    try:
        found: list[Problem] = lab.post("/definitions/problems", {"text": file.read_text("utf-8")})["problems"]
    except OSError as error:
        return [{"where": "file", "message": f"{file}: {error.strerror}."}]
    except UnicodeDecodeError as error:
        return [{"where": "file", "message": f"The file is not valid UTF-8: {error}."}]
    return found
