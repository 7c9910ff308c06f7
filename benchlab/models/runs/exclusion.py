"""Leaving a run out of medians and comparisons, and taking it in again: who, when and why stays in its log."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import audit_log

if TYPE_CHECKING:
    from benchlab.models.runs.run import Run

LONGEST = 500


def exclude(run: "Run", *, by: str, reason: str) -> None:
    """Refused while it goes on, and without a reason."""
    reason = " ".join(reason.split())
    refuse_going_on(run)
    if not 0 < len(reason) <= LONGEST:
        raise Refused([Problem("reason", f"Say why it is excluded, in {LONGEST} characters at most.")])
    with transaction.atomic():
        _change(run, excluded_at=timezone.now(), excluded_by=by, exclusion_reason=reason)
        audit_log.record("excluded", run, reason=reason)
        run.baseline_of.pass_on(why="excluded")
        run.record(f"{by} excluded the run from medians and comparisons: {reason}", severity="warning")


def refuse_going_on(run: "Run") -> None:
    if not run.is_over:
        raise Refused([Problem(str(run), "It still goes on. Exclude it when it has ended, or cancel it.")])


def include(run: "Run", *, by: str) -> None:
    """Nothing happens where it is not excluded."""
    if not run.is_excluded:
        return
    with transaction.atomic():
        _change(run, excluded_at=None, excluded_by="", exclusion_reason="")
        audit_log.record("included", run)
        run.record(f"{by} included the run in medians and comparisons again.")


def _change(run: "Run", **fields: object) -> None:
    for name, value in fields.items():
        setattr(run, name, value)
    run.save(update_fields=list(fields))
