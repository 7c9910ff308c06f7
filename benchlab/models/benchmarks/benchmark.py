"""Stored definitions."""

from collections.abc import Sequence
from typing import Self

from django.db import models, transaction
from django.db.models import Count, Max
from django.urls import reverse

from benchlab.definitions import Definition
from benchlab.definitions.parameters.experiment_grid import Given
from benchlab.models.accounts import User, audit_log
from benchlab.models.benchmarks.definition_trial import TrialOutcome
from benchlab.models.benchmarks.launch import PreparedLaunch
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.benchmarks.run_queueing import LaunchOrder
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run
from benchlab.models.servers import Server


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
    def latest(self) -> Revision:
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
        return PreparedLaunch.prepare(self.latest, servers, given, repeats=repeats).queue(LaunchOrder(by, label, seed))

    @classmethod
    def store(cls, text: str, *, by: User | None, trial: TrialOutcome | None = None) -> "Benchmark":
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
                stored.keep_trial(trial)
        return benchmark

    def restore(self, revision: Revision, *, by: User) -> "Benchmark":
        """Make the revision's text the newest again; Refused where the language has changed since."""
        return self.store(revision.text, by=by, trial=revision.trial)

    @classmethod
    def store_shipped(cls, text: str) -> "Benchmark":
        """Keep a shipped text unless it is one of the revisions already, so that an edit of it stays the newest."""
        known = Revision.objects.filter(benchmark__slug=Definition.parse(text).name, text=text, imported=False).first()
        return cls.objects.get(pk=known.benchmark_id) if known else cls.store(text, by=None)

    @classmethod
    def adopt(cls, text: str) -> Revision:
        """The revision of an imported run. Where the benchmark is known here, what a launch takes stays the same."""
        definition = Definition.parse(text)
        with transaction.atomic():
            given = {"title": definition.title, "study": definition.study}
            benchmark, is_new = cls.objects.get_or_create(slug=definition.name, defaults=given)
            known = benchmark.revisions.filter(text=text).first()
            return known or benchmark._new_revision(text, None, imported=not is_new)

    def _add_revision(self, text: str, by: User | None) -> Revision:
        newest = self.revisions.filter(imported=False).first()
        return newest if newest and newest.text == text else self._new_revision(text, by)

    def _new_revision(self, text: str, by: User | None, *, imported: bool = False) -> Revision:
        number = (self.revisions.aggregate(last=Max("number"))["last"] or 0) + 1
        return Revision.objects.create(benchmark=self, number=number, text=text, created_by=by, imported=imported)
