"""Choices of a list's filters that people keep under a name."""

from typing import Any, Self
from urllib.parse import urlencode

from django.db import models, transaction
from django.db.models import Q

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import User, audit_log

MOST = 50
"""Of one person and list; more chips than that nobody reads."""
VIEWERS_OWN = "A viewer's filters are their own. An admin can change the role."


class Listing(models.TextChoices):
    RUNS = "runs", "Runs"
    EXPERIMENTS = "experiments", "Experiments"


class SavedFilterQuerySet(models.QuerySet["SavedFilter"]):
    def visible_to(self, person: User) -> Self:
        """One's own, and those of the team."""
        return self.filter(Q(owner=person) | Q(is_shared=True))

    def changeable_by(self, person: User, *, is_admin: bool) -> Self:
        """One's own; an admin's are the team's, too."""
        return self.visible_to(person) if is_admin else self.filter(owner=person)

    def default_of(self, person: User, listing: str) -> "SavedFilter | None":
        """What the list opens with."""
        return self.visible_to(person).filter(listing=listing, default_for=person).first()


class SavedFilter(models.Model):
    """The query of a list's address, ``benchmark=notes&state=failed``."""

    listing = models.CharField(max_length=20, choices=Listing)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_filters")
    is_shared = models.BooleanField("For the whole team", default=False)
    default_for = models.ManyToManyField(User, related_name="default_filters")
    """Whose list opens with it."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SavedFilterQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")
        constraints = [models.UniqueConstraint(fields=("owner", "listing", "name"), name="one_saved_filter_a_name")]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def keep(cls, *, by: User, listing: str, name: str, query: str, is_shared: bool = False) -> Self:
        """A new one; Refused where it says nothing, or may not be."""
        if not query:
            raise Refused([Problem("query", "Choose something in the list first: this filter shows all.")])
        if by.saved_filters.filter(listing=listing).count() >= MOST:
            raise Refused([Problem("name", f"You have {MOST} already. Delete one that you do not need.")])
        made = cls(owner=by, listing=listing, query=query)
        made._set(name, is_shared=is_shared)
        return made

    def change(self, *, name: str, is_shared: bool) -> None:
        """Rename it, and give it to the team or take it back; Refused where that can not be."""
        self._set(name, is_shared=is_shared)
        if not is_shared:
            self.default_for.set(self.default_for.filter(pk=self.owner_id))

    def make_default(self, person: User) -> None:
        """The person's list opens with it from now on, and with no other."""
        with transaction.atomic():
            for other in SavedFilter.objects.filter(listing=self.listing, default_for=person):
                other.default_for.remove(person)
            self.default_for.add(person)

    def drop_default(self, person: User) -> None:
        self.default_for.remove(person)

    def remove(self) -> None:
        if self.is_shared:
            audit_log.record("deleted", self, listing=self.listing, query=self.query)
        self.delete()

    def to_json(self) -> dict[str, Any]:
        fields = ("listing", "name", "query", "is_shared")
        return {"filter": self.pk, **{name: getattr(self, name) for name in fields}, "owner": self.owner.username}

    def _set(self, name: str, *, is_shared: bool) -> None:
        name = " ".join(name.split())
        same = self.owner.saved_filters.filter(listing=self.listing, name=name).exclude(pk=self.pk)
        if not 0 < len(name) <= 60:
            raise Refused([Problem("name", "Give it a name of at most 60 characters.")])
        if same.exists():
            raise Refused([Problem("name", f"You have a filter “{name}” already.")])
        newly_shared = is_shared and not self.is_shared
        if newly_shared and not self.owner.has_perm("benchlab.annotate_run"):
            raise Refused([Problem("is_shared", VIEWERS_OWN)])
        self.name, self.is_shared = name, is_shared
        self.save()
        if newly_shared:
            audit_log.record("shared", self, listing=self.listing, query=self.query)


def canonical(given: Any, known: Any) -> str:
    """Of a list's query what chooses, in one order: the same choice is the same text."""
    chosen = [(name, value) for name in sorted(known) for value in given.getlist(name) if value]
    return urlencode(chosen)
