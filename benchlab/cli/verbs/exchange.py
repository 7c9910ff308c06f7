"""`bench export` and `import`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab, RefusedRequest


def add_verbs(verbs: Any) -> None:
    exporting = add_verb(verbs, "export", export, help="Export a run with all its measurements as a zip.")
    exporting.add_argument("run", type=int)
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="Default: run-N.zip.")
    importing = add_verb(verbs, "import", take_in, help="Import a zip that benchlab exported.")
    importing.add_argument("file", type=Path)


def export(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    number = options["run"]
    file = options["output"] or Path(f"run-{number}.zip")
    write_file(lab, f"/runs/{number}/export.zip", file)
    console.answer({"run": number, "file": str(file)}, [f"Run {number} was exported to {file}."])
    return Exit.FINISHED


def write_file(lab: Lab, address: str, file: Path) -> None:
    """Download an address of the API; the file is complete or does not exist."""
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as target:
            lab.download(address, target)
        part.replace(file)
    except OSError as error:
        raise RefusedRequest.because("--output", f"{file}: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def take_in(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    try:
        with options["file"].open("rb") as source:
            imported = lab.post("/runs/import", upload=source)
    except OSError as error:
        raise RefusedRequest.because("file", f"{options['file']}: {error.strerror}.") from error
    console.answer(imported, [f"Imported as run {imported['run']}."])
    return Exit.FINISHED
