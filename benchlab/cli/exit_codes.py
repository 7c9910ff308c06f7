"""What came of runs, as an exit code."""

from collections.abc import Mapping
from typing import Any

from benchlab.cli.console import Exit


def exit_code(document: Mapping[str, Any]) -> Exit:
    """Of a result, or of an experiment's."""
    runs = document.get("runs", [document])
    states = {run["state"] for run in runs}
    if "cancelled" in states:
        return Exit.CANCELLED
    if "failed" in states:
        return Exit.FAILED
    return Exit.MISSED if any(not check["passed"] for run in runs for check in run["checks"]) else Exit.FINISHED
