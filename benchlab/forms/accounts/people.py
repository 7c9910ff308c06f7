"""People: who may sign in, and what they may do."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm

from benchlab.models import Role, User, mail

_ROLE_HELP = (
    "Viewers read. Runners also launch, cancel and annotate. "
    "Admins also manage servers, definitions, webhooks and people."
)


class NewPersonForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("username", "role")
        labels = {"username": "Username"}
        help_texts = {"username": "Letters, digits and @ . + - _", "role": _ROLE_HELP}

    def save(self, commit: bool = True) -> User:  # noqa: ARG002
        self.instance.set_unusable_password()
        added: User = super().save(commit=False)
        added.keep()
        return added


class InvitationForm(forms.Form):
    role = forms.ChoiceField(choices=Role.choices, help_text=_ROLE_HELP)
    email = forms.EmailField(label="E-mail address", required=False)
    days = forms.TypedChoiceField(
        label="Valid for", choices=((1, "A day"), (7, "7 days"), (30, "30 days")), coerce=int, initial=7
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sent = (
            "The invitation is sent there."
            if mail.is_set_up()
            else "The invitation is not sent there, because e-mail is not set up."
        )
        self.fields["email"].help_text = f"Their address for notifications. {sent}"


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """An invited person's name and password."""

    class Meta(UserCreationForm.Meta):
        model = User
        labels = {"username": "Username"}
        help_texts = {"username": "Letters, digits and @ . + - _"}


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """Admins cannot take their own rights away: there might be no other admin to give them back."""

    class Meta:
        model = User
        fields = ("role", "is_active")
        labels = {"is_active": "May sign in"}
        help_texts = {"is_active": "", "role": _ROLE_HELP}

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._by = by

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        gives_up_admin = cleaned.get("role") != Role.ADMIN or not cleaned.get("is_active")
        if self.instance == self._by and gives_up_admin:
            raise forms.ValidationError("You cannot remove your own admin rights. Another admin can.")
        return cleaned
