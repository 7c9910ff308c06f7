"""A token for the API."""

from typing import Any

from django import forms

from benchlab.models import Role

DAYS = (("7", "7 days"), ("30", "30 days"), ("90", "90 days"), ("365", "A year"), ("", "Never"))


class TokenForm(forms.Form):
    name = forms.CharField(max_length=80, help_text="The program that will use it: “CI of project x”.")
    role = forms.ChoiceField(label="Role", help_text="A token can have at most its owner's role.")
    days = forms.TypedChoiceField(
        label="Expires after", choices=DAYS, coerce=int, empty_value=None, required=False, initial="90"
    )

    def __init__(self, *args: Any, most: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {
            Role.VIEWER: "Viewer: read only",
            Role.RUNNER: "Runner: launch and cancel",
            Role.ADMIN: "Admin: everything",
        }
        roles = list(Role)[: list(Role).index(Role(most)) + 1]
        self.fields["role"].choices = [(role.value, words[role]) for role in roles]  # type: ignore[attr-defined]
