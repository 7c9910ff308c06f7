"""Telling that a run has ended, and that with it an experiment is over."""

from typing import TYPE_CHECKING

from django.utils import timezone

from benchlab.models.events.event import Event
from benchlab.models.notifications import fan_out
from benchlab.models.runs.states import State

if TYPE_CHECKING:
    from benchlab.models.experiments.experiment import Experiment
    from benchlab.models.runs.run import Run

_EVENTS = {State.FINISHED: Event.RUN_FINISHED, State.FAILED: Event.RUN_FAILED}


def tell(run: "Run", state: State) -> None:
    """In the transaction that ends it. Whoever cancelled a run knows."""
    if state in _EVENTS and not _is_told_by_others(run, state):
        fan_out.tell(_EVENTS[state], run)
    if run.experiment:
        tell_if_over(run.experiment)


def tell_if_over(experiment: "Experiment") -> None:
    """Once, when the last of its runs has ended; not where all of them were cancelled."""
    open_ones = type(experiment).objects.filter(pk=experiment.pk, over_at=None)
    # Two last runs may end at once: the later of them waits here, and then sees that the other is over, too.
    locked = open_ones.select_for_update().first()
    if locked is None or not locked.is_over:
        return
    open_ones.update(over_at=timezone.now())
    if locked.tally[State.FINISHED] or locked.tally[State.FAILED]:
        fan_out.tell(Event.EXPERIMENT_OVER, locked)


def _is_told_by_others(run: "Run", state: State) -> bool:
    """Of a hundred runs of an experiment each finished one would be noise, and each failed one but the first."""
    if run.experiment_id is None:
        return False
    others = type(run).objects.current().filter(experiment=run.experiment_id, state=State.FAILED).exclude(pk=run.pk)
    return state == State.FINISHED or others.exists()
