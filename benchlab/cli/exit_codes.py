"""Exit codes for results."""

from collections.abc import Mapping
from typing import Any

from benchlab.cli.console import Exit


def exit_code(document: Mapping[str, Any]) -> Exit:
    """For the document of a run or of an experiment."""
    runs = document.get("runs", [document])
    states = {run["state"] for run in runs}
    if "cancelled" in states:
        return Exit.CANCELLED
    if "failed" in states:
        return Exit.FAILED
    return Exit.MISSED if any(not check["passed"] for run in runs for check in run["checks"]) else Exit.FINISHED
