"""Words by which people group runs and find them again."""

import re
from collections.abc import Iterable
from typing import Self

from django.db import models

from benchlab.definitions.language.problems import Problem, Refused

LONGEST = 40
MOST = 20
_WORD = re.compile(rf"[\w.:-]{{1,{LONGEST}}}\Z")


class Tag(models.Model):
    """A word in small letters. It is there as long as a run has it, and afterwards."""

    name = models.CharField(max_length=LONGEST, unique=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def named(cls, names: Iterable[str]) -> list[Self]:
        """Made where they are new; Refused where one can be none."""
        wanted = list(dict.fromkeys(name.lower() for name in names))
        problems = [Problem("tags", f"“{name[:60]}” is no tag: {_RULE}") for name in wanted if not _WORD.match(name)]
        if len(wanted) > MOST:
            problems.append(Problem("tags", f"{len(wanted)} tags are too many; a run may have {MOST}."))
        if problems:
            raise Refused(problems)
        cls.objects.bulk_create([cls(name=name) for name in wanted], ignore_conflicts=True)
        return list(cls.objects.filter(name__in=wanted))


_RULE = f"use letters, digits, dots, colons, dashes and underscores, at most {LONGEST} of them."
