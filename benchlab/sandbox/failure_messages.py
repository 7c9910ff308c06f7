"""Why a sandbox does not do what it should, from what its server wrote, in a sentence that a person can act on."""

import re
from pathlib import Path

LINES_SHOWN = 6
REASONS = {
    r"Address already in use": "its port is taken by another program",
    r"No space left|Disk is full|Disk full|rror number 28|rror 28|Errcode: 28|errno: 28": "the disk is full",
    r"Unable to lock|Can't lock aria|Could not get an exclusive lock": "another server uses its data directory",
    r"unknown variable|unknown option|ambiguous option|Error while setting value": "it refuses one of its settings",
    r"Cannot allocate memory|Out of memory": "there is not enough memory for its settings",
    r"Permission denied|Errcode: 13": "its files belong to another user",
    r"orrupt|Plugin 'InnoDB' .* failed|engine: InnoDB|privilege tables|doesn't exist": "its data directory is damaged",
}
"""What to look for, the surest first."""


class SandboxError(Exception):
    """A sandbox can not be made, started or stopped; its text is for people."""


def failure(what: str, written: str, log: Path | None = None) -> SandboxError:
    """``what`` went wrong, why, as far as ``written`` shows, and its last lines."""
    reason = next((reason for sign, reason in REASONS.items() if re.search(sign, written)), "see its last words")
    place = f" {log} ends with:" if log else " It said:"
    return SandboxError(f"{what}: {reason}.{place}\n{_last_words(written)}")


def _last_words(written: str) -> str:
    lines = [line for line in written.splitlines() if line.strip()]
    errors = [line for line in lines if "ERROR" in line]
    return "\n".join((errors or lines or ["(nothing)"])[-LINES_SHOWN:])
