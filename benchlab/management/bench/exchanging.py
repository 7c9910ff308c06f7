"""`bench export` and `import`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_verb
from benchlab.management.bench.finding import find_run
from benchlab.models.importing import import_run


def add_verbs(verbs: Any) -> None:
    exporting = add_verb(verbs, "export", export, help="Write a run and all it measured into a zip.")
    exporting.add_argument("run", type=int)
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="run-N.zip unless given.")
    importing = add_verb(verbs, "import", take_in, help="Take in a zip that benchlab exported.")
    importing.add_argument("file", type=Path)


def export(options: Mapping[str, Any], console: Console) -> Exit:
    run = find_run(options["run"])
    if not run.is_over:
        raise Refused([Problem("run", f"Run {run.pk} is {run.state}; only one that has ended can be exported.")])
    file = options["output"] or Path(f"run-{run.pk}.zip")
    try:
        with file.open("wb") as target:
            run.export(target)
    except OSError as error:
        raise Refused([Problem("--output", f"{file}: {error.strerror}.")]) from error
    console.answer({"run": run.pk, "file": str(file)}, [f"Run {run.pk} is in {file}."])
    return Exit.FINISHED


def take_in(options: Mapping[str, Any], console: Console) -> Exit:
    try:
        with options["file"].open("rb") as source:
            run = import_run(source, by=None)
    except OSError as error:
        raise Refused([Problem("file", f"{options['file']}: {error.strerror}.")]) from error
    console.answer({"run": run.pk}, [f"It is run {run.pk} here."])
    return Exit.FINISHED
