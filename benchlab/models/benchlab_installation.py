"""What this installation is."""

import secrets
from typing import Self

from django.db import models


def new_token() -> str:
    return secrets.token_hex(3)


class Installation(models.Model):
    """The one row of what this installation is and how its team set it up."""

    token = models.CharField(max_length=8, default=new_token)
    """Part of every schema's name, so that two installations may share a server."""
    replace_schemas = models.BooleanField(
        "Drop the schema of an ended run when the next run starts on its server", default=True
    )

    home: "models.JSONField[dict[str, str] | None, dict[str, str] | None]" = models.JSONField(null=True)
    """Where its database is (``clone_detection.DatabaseLocation``), by which a copy is detected."""

    def __str__(self) -> str:
        return self.token

    @classmethod
    def current(cls) -> Self:
        return cls.objects.get_or_create(pk=1)[0]
