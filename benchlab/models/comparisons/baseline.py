"""Baselines: the pinned reference for runs of one benchmark with the same parameters on one server."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.utils import timezone

from benchlab.analysis.trust.trust_grade import GRADES
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.runs.run import Run
from benchlab.models.servers.server import Server

if TYPE_CHECKING:
    from benchlab.models.runs.queries import RunQuerySet

UNUSABLE = "D"
"""The grade of figures that nothing should be held against."""
SINGLE = "A single run: nothing can be told from noise against it."
NONE = "{run} has no baseline of its benchmark, server and parameters. Pin one with `bench baseline RUN`."


class BaselineQuerySet(models.QuerySet["Baseline"]):
    def of(self, run: Run) -> "Baseline | None":
        """What the run is to be held against; whichever revision either of them ran."""
        return self.filter(benchmark=run.benchmark_id, server__runs=run, choice=choice_of(run)).first()

    def runs_for(self, numbers: Sequence[int]) -> list[int]:
        """Those that these runs are to be held against, each combination its own; Refused where one has none."""
        found = {run: self.of(run) for run in Run.objects.filter(pk__in=numbers).select_related("benchmark")}
        if without := [run for run, baseline in found.items() if baseline is None]:
            raise Refused([Problem("against", NONE.format(run=without[0]))])
        return [run.pk for baseline in dict.fromkeys(found.values()) if baseline for run in baseline.repeats]

    def pass_on(self, *, why: str) -> None:
        """Of a run that counts no more to other repeats of its combination; they go where none is left."""
        for baseline in self.select_related("run"):
            baseline.pass_on(why=why)

    def listed(self) -> Self:
        return self.select_related("benchmark", "server", "run", "pinned_by")


class Baseline(models.Model):
    """A run that others are held against, together with the repeats that were made with it."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.CASCADE, related_name="baselines")
    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="baselines")
    choice = models.CharField(max_length=64)
    """Of the parameters; see ``choice_of``."""
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
    def repeats(self) -> "RunQuerySet":
        """The run and those of its combination that count, too."""
        if self.run.experiment_id is None:
            return Run.objects.counting().filter(pk=self.run_id)
        return Run.objects.counting().current().filter(experiment=self.run.experiment_id, cell=self.run.cell)

    @property
    def cautions(self) -> list[str]:
        """What whoever pins it should know; it is allowed nevertheless."""
        repeats = list(self.repeats.order_by("pk"))
        return [*_distrust(repeats), *([SINGLE] if len(repeats) == 1 else [])]

    @property
    def heir(self) -> Run | None:
        """Which repeat takes its place where its run counts no more."""
        return self.repeats.exclude(pk=self.run_id).order_by("repeat", "pk").first()

    def pass_on(self, *, why: str) -> None:
        """Pin another repeat in the place of its run; without one that counts it goes."""
        if heir := self.heir:
            audit_log.record("pinned as baseline", heir, reason=f"{self.run} was {why}")
            self.run = heir
            self.save(update_fields=["run"])
        else:
            self.unpin(why=f"{self.run} was {why}, and no other repeat counts")

    def unpin(self, *, why: str = "") -> None:
        audit_log.record("unpinned as baseline", self.run, reason=why)
        self.delete()


def pin(run: Run, *, by: User | None) -> Baseline:
    """Hold later runs against this one, in the place of an earlier baseline; Refused where it is no result."""
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
        choice=choice_of(run),
        defaults={"run": run, "pinned_by": by, "pinned_at": timezone.now()},
    )
    audit_log.record("pinned as baseline", run)
    return found


def _distrust(repeats: Sequence[Run]) -> Iterator[str]:
    """With the gravest reason of the first."""
    distrusted = [run for run in repeats if run.trust_grade == UNUSABLE]
    if distrusted:
        of_these = "Its trust" if len(repeats) == 1 else f"The trust of {len(distrusted)} of its {len(repeats)} runs"
        yield f"{of_these} is {UNUSABLE}: {next(iter(distrusted[0].trust_reasons), GRADES[UNUSABLE] + '.')}"


def choice_of(run: Run) -> str:
    return choice_of_parameters(run.plan.parameters)


def choice_of_parameters(parameters: Mapping[str, Any]) -> str:
    """Equal for runs with the same parameters, and short enough to be looked up."""
    return hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()
