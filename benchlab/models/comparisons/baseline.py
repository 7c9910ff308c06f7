"""Baselines: the pinned reference for runs of one benchmark with the same parameters on one server."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from django.db import models, transaction
from django.utils import timezone

from benchlab.analysis.trust.trust_grade import GRADES
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import User, audit_log
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run, RunQuerySet
from benchlab.models.servers import Server

UNUSABLE = "D"
"""The grade of figures that nothing should be compared with."""
SINGLE = "A single run: nothing can be told from noise against it."
NONE = "{run} has no baseline of its benchmark, server and parameters. Pin one with `bench baseline RUN`."


class BaselineQuerySet(models.QuerySet["Baseline"]):
    def of(self, run: Run) -> "Baseline | None":
        """The baseline of the run's combination; whichever revision either of them ran."""
        return self.filter(benchmark=run.benchmark_id, server__runs=run, choice=combination_of(run)).first()

    def runs_for(self, numbers: Sequence[int]) -> list[int]:
        """The baseline runs of these runs, each combination its own; Refused where one has none."""
        found = {run: self.of(run) for run in Run.objects.filter(pk__in=numbers).select_related("benchmark")}
        if without := [run for run, baseline in found.items() if baseline is None]:
            raise Refused([Problem("against", NONE.format(run=without[0]))])
        return [run.pk for baseline in dict.fromkeys(found.values()) if baseline for run in baseline.repeats]

    def pass_on(self, *, why: str) -> None:
        """Pin other repeats in the place of runs that do not count any more; without one the baseline is deleted."""
        with transaction.atomic():
            for baseline in self.select_related("run"):
                baseline.pass_on(why=why)

    def listed(self) -> Self:
        return self.select_related("benchmark", "server", "run", "pinned_by")


class Baseline(models.Model):
    """A run that others are compared with, together with its repeats."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.CASCADE, related_name="baselines")
    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="baselines")
    choice = models.CharField(max_length=64)
    """Of the parameters; see ``combination_of``."""
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="baseline_of")
    pinned_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    pinned_at = models.DateTimeField()

    objects = BaselineQuerySet.as_manager()

    class Meta:
        ordering = ("-pinned_at",)
        constraints = [models.UniqueConstraint(fields=("benchmark", "server", "choice"), name="one_baseline_a_choice")]

    def __str__(self) -> str:
        return f"Baseline {self.run_id} of {self.benchmark_id}"

    @property
    def repeats(self) -> RunQuerySet:
        """The run and those of its combination that count, too."""
        if self.run.experiment_id is None:
            return Run.objects.counting().filter(pk=self.run_id)
        return Run.objects.counting().current().filter(experiment=self.run.experiment_id, cell=self.run.cell)

    @property
    def cautions(self) -> list[str]:
        """Warnings to whoever pins it; it is allowed nevertheless."""
        repeats = list(self.repeats.order_by("pk"))
        return [*_distrust(repeats), *([SINGLE] if len(repeats) == 1 else [])]

    @property
    def successor(self) -> Run | None:
        """Which repeat takes its place where its run counts no more."""
        return self.repeats.exclude(pk=self.run_id).order_by("repeat", "pk").first()

    def pass_on(self, *, why: str) -> None:
        """Pin another repeat in the place of its run; without one that counts, unpin it."""
        if successor := self.successor:
            audit_log.record("pinned as baseline", successor, reason=f"{self.run} was {why}")
            self.run = successor
            self.save(update_fields=["run"])
        else:
            self.unpin(why=f"{self.run} was {why}, and no other repeat counts")

    def unpin(self, *, why: str = "") -> None:
        audit_log.record("unpinned as baseline", self.run, reason=why)
        self.delete()


def pin_run(run: Run, *, by: User | None) -> Baseline:
    """Compare later runs with this one, in the place of an earlier baseline; Refused where it is no result."""
    server = run.servers.order_by("pk").first()
    if not run.counts:
        raise Refused(
            [Problem("run", f"{run} does not count: only a finished run that is not excluded is a baseline.")]
        )
    if server is None:
        raise Refused(
            [Problem("run", f"The server of {run} is not known here, so that no run can be held against it.")]
        )
    found, _ = Baseline.objects.update_or_create(
        benchmark=run.benchmark,
        server=server,
        choice=combination_of(run),
        defaults={"run": run, "pinned_by": by, "pinned_at": timezone.now()},
    )
    audit_log.record("pinned as baseline", run)
    return found


def pin_experiment(experiment: Experiment, *, by: User | None) -> list[Baseline]:
    """Pin a run of each combination of the experiment."""
    with transaction.atomic():
        return [pin_run(run, by=by) for run in experiment.first_of_each_combination()]


def _distrust(repeats: Sequence[Run]) -> Iterator[str]:
    """With the gravest reason of the first."""
    distrusted = [run for run in repeats if run.trust_grade == UNUSABLE]
    if distrusted:
        of_these = "Its trust" if len(repeats) == 1 else f"The trust of {len(distrusted)} of its {len(repeats)} runs"
        yield f"{of_these} is {UNUSABLE}: {next(iter(distrusted[0].trust_reasons), GRADES[UNUSABLE] + '.')}"


def combination_of(run: Run) -> str:
    return combination_of_parameters(run.plan.parameters)


def combination_of_parameters(parameters: Mapping[str, Any]) -> str:
    """Equal for runs with the same parameters, and short enough to be looked up."""
    return hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()
