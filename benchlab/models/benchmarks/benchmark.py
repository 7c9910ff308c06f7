"""Stored definitions and their revisions."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from django.db import models, transaction
from django.db.models import Count, Max
from django.urls import reverse

from benchlab.definitions import Definition, Plan, Problem
from benchlab.definitions.parameters.grid import Given, Grid
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.benchmarks import launch as launching
from benchlab.models.benchmarks import layout_preview, queueing
from benchlab.models.benchmarks.definition_trial import Trial, problems_from, try_on
from benchlab.models.benchmarks.launch import Launch
from benchlab.models.benchmarks.layout_preview import Previewed
from benchlab.models.benchmarks.queueing import Order
from benchlab.models.experiments.experiment import Experiment
from benchlab.models.runs.run import Run
from benchlab.models.servers.server import Server


class BenchmarkQuerySet(models.QuerySet["Benchmark"]):
    def offered(self) -> Self:
        """With how often each was run, and when last."""
        return self.annotate(run_count=Count("runs"), last_run_at=Max("runs__created_at"))


class Benchmark(models.Model):
    """A stored definition; its name is the one in the definition's text."""

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=200)
    study = models.CharField(max_length=64, blank=True)
    shipped = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BenchmarkQuerySet.as_manager()

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("benchmark", args=[self.slug])

    @property
    def latest(self) -> "Revision":
        """The revision that a launch takes."""
        return self.revisions.order_by("imported", "-number")[0]

    def launch(
        self,
        servers: Sequence[Server],
        given: Given,
        *,
        repeats: int = 1,
        by: User | None,
        label: str = "",
        seed: int | None = None,
    ) -> Run | Experiment:
        """A queued run, or an experiment where values vary or are repeated; Refused lists what speaks against it."""
        return Launch.prepare(self.latest, servers, given, repeats=repeats).queue(Order(by, label, seed))

    def queue_run(
        self,
        servers: Sequence[Server],
        values: Mapping[str, Any],
        *,
        by: User | None,
        label: str = "",
        seed: int | None = None,
    ) -> Run:
        """A queued run of the newest revision; Refused lists all that speaks against it."""
        return queueing.queue_run(self.latest, servers, values, Order(by, label, seed))

    def queue_experiment(
        self,
        servers: Sequence[Server],
        given: Given,
        *,
        repeats: int = 1,
        by: User | None,
        label: str = "",
        seed: int | None = None,
    ) -> Experiment:
        """Queued runs of every combination of the given values, ``repeats`` times over, interleaved."""
        return Launch.prepare(self.latest, servers, given, repeats=repeats).queue_experiment(Order(by, label, seed))

    def draft(self, servers: Sequence[Server], values: Mapping[str, Any]) -> Plan:
        """The plan that a launch would freeze, without asking a server; Refused where there can be none."""
        return queueing.draft(self.latest, servers, values)

    def drafts(self, servers: Sequence[Server], grid: Grid) -> list[Plan]:
        """The plan of each cell, without asking a server; Refused where one of them can have none."""
        return launching.drafts(self.latest, servers, grid)

    def rehearse(self, servers: Sequence[Server], grid: Grid) -> list[Problem]:
        """Connect and try every step once, with each value in one of the cells; what is wrong with them."""
        return launching.rehearse(self.latest, servers, grid)

    @classmethod
    def store(cls, text: str, *, by: User | None, trial: Trial | None = None) -> Self:
        """Keep a checked text as the newest revision of the benchmark it names; Refused lists what is wrong with it."""
        definition = Definition.parse(text)
        with transaction.atomic():
            benchmark, _ = cls.objects.update_or_create(
                slug=definition.name,
                defaults={"title": definition.title, "study": definition.study},
                create_defaults={"title": definition.title, "study": definition.study, "shipped": by is None},
            )
            stored = benchmark._add_revision(text, by)
            if by:
                audit_log.record("saved", benchmark, revision=stored.number)
            if trial:
                stored.keep(trial)
        return benchmark

    @classmethod
    def store_shipped(cls, text: str) -> Self:
        """Keep a shipped text unless it is one of the revisions already, so that an edit of it stays the newest."""
        known = Revision.objects.filter(benchmark__slug=Definition.parse(text).name, text=text, imported=False).first()
        return cls.objects.get(pk=known.benchmark_id) if known else cls.store(text, by=None)

    @classmethod
    def adopt(cls, text: str) -> "Revision":
        """The revision of an imported run. Where the benchmark is known here, what a launch takes stays the same."""
        definition = Definition.parse(text)
        with transaction.atomic():
            given = {"title": definition.title, "study": definition.study}
            benchmark, is_new = cls.objects.get_or_create(slug=definition.name, defaults=given)
            known = benchmark.revisions.filter(text=text).first()
            return known or benchmark._new_revision(text, None, imported=not is_new)

    def _add_revision(self, text: str, by: User | None) -> "Revision":
        newest = self.revisions.filter(imported=False).first()
        return newest if newest and newest.text == text else self._new_revision(text, by)

    def _new_revision(self, text: str, by: User | None, *, imported: bool = False) -> "Revision":
        number = (self.revisions.aggregate(last=Max("number"))["last"] or 0) + 1
        return Revision.objects.create(benchmark=self, number=number, text=text, created_by=by, imported=imported)


class Revision(models.Model):
    """A definition's text as it was at one time; never changed."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    imported = models.BooleanField(default=False)
    """It came with an imported run and is not offered for launching."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    """None for a shipped definition."""
    created_at = models.DateTimeField(auto_now_add=True)
    tried_on = models.CharField(max_length=64, blank=True)
    """The server that it was last tried on; empty while it was not."""
    tried_at = models.DateTimeField(null=True)
    trial_problems = models.JSONField(default=list)

    class Meta:
        ordering = ("-number",)
        constraints = [models.UniqueConstraint(fields=("benchmark", "number"), name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.benchmark} r{self.number}"

    @property
    def definition(self) -> Definition:
        return Definition.parse(self.text)

    @property
    def trial(self) -> Trial | None:
        """The last one, with what the server refused."""
        return Trial(self.tried_on, self.tried_at, problems_from(self.trial_problems)) if self.tried_at else None

    def try_on(self, server: Server) -> Trial:
        """Have a server try it, without keeping what came of it."""
        return try_on(self, server)

    def preview_layouts(self, servers: Sequence[Server], grid: Grid) -> tuple[list[Previewed], int]:
        """What the servers would make of its tables; the first few layouts of the grid, and how many there are."""
        return layout_preview.preview(self, servers, grid)

    def keep(self, trial: Trial) -> None:
        """Remember what a server said; that it could not be asked says nothing of the text."""
        if trial.took_place:
            self.tried_on, self.tried_at = trial.server, trial.at
            self.trial_problems = [problem.to_json() for problem in trial.problems]
            self.save(update_fields=["tried_on", "tried_at", "trial_problems"])

    def restore(self, *, by: User) -> Benchmark:
        """Make its text the newest revision again; Refused where the language has changed since."""
        return Benchmark.store(self.text, by=by, trial=self.trial)
