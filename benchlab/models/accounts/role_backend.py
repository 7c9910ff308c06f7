"""Signing in. A module of its own: Django's backends can only be imported once the models are there."""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from benchlab.models.accounts.people import PERMISSIONS


class RoleBackend(ModelBackend):
    """Signs in by password; what a person may do follows from the role alone."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:  # noqa: ARG002
        return bool(user_obj.is_active) and perm in PERMISSIONS.get(getattr(user_obj, "role", ""), ())
