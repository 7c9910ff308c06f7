"""`bench export` and `import`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab, Refused


def add_verbs(verbs: Any) -> None:
    exporting = add_verb(verbs, "export", export, help="Write a run and all it measured into a zip.")
    exporting.add_argument("run", type=int)
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="run-N.zip unless given.")
    importing = add_verb(verbs, "import", take_in, help="Take in a zip that benchlab exported.")
    importing.add_argument("file", type=Path)


def export(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    number = options["run"]
    file = options["output"] or Path(f"run-{number}.zip")
    write_file(lab, f"/runs/{number}/export.zip", file)
    console.answer({"run": number, "file": str(file)}, [f"Run {number} is in {file}."])
    return Exit.FINISHED


def write_file(lab: Lab, address: str, file: Path) -> None:
    """What is at the address of the API; a file of that name is a whole one, or none."""
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as target:
            lab.download(address, target)
        part.replace(file)
    except OSError as error:
        raise Refused.because("--output", f"{file}: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def take_in(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    try:
        with options["file"].open("rb") as source:
            imported = lab.post("/runs/import", upload=source)
    except OSError as error:
        raise Refused.because("file", f"{options['file']}: {error.strerror}.") from error
    console.answer(imported, [f"It is run {imported['run']} here."])
    return Exit.FINISHED
