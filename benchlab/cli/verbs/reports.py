"""`bench report ls` and `export`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_group, add_verb, table
from benchlab.cli.lab import Lab
from benchlab.cli.verbs.exchange import write_file

FORMS = ("html", "md", "csv", "json")
LISTED = ("report", "title", "by", "state", "changed_at")


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "report", help="Reports.")
    add_verb(group, "ls", ls, help="List reports, last changed first.")
    exporting = add_verb(group, "export", export, help="Export a report to a file.")
    exporting.add_argument("report", type=int)
    exporting.add_argument("--to", choices=FORMS, default="html", help="The format. Default: a single HTML file.")
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="Default: report-N.html.")


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    found = lab.get("/reports", limit=1000)["reports"]
    console.answer(found, table([[each[name] for name in LISTED] for each in found], [name.upper() for name in LISTED]))
    return Exit.FINISHED


def export(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    number, form = options["report"], options["to"]
    file = options["output"] or Path(f"report-{number}.{form}")
    address = f"/reports/{number}" if form == "json" else f"/reports/{number}/report.{form}"
    write_file(lab, address, file)
    console.answer({"report": number, "file": str(file)}, [f"Report {number} was exported to {file}."])
    return Exit.FINISHED
