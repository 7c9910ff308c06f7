"""A server under test."""

from typing import Any

from django import forms

from benchlab.models import Server


class ServerForm(forms.ModelForm):  # type: ignore[type-arg]
    password = forms.CharField(
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Encrypted at rest and never shown again.",
    )

    class Meta:
        model = Server
        fields = ("name", "host", "port", "socket", "user", "password", "tls", "allow_own_account")
        help_texts = {
            "name": "The name that the team uses. Results refer to it.",
            "user": "A MySQL account that may create schemas and accounts. The check lists the exact privileges.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["password"].help_text = "Leave empty to keep the stored value."

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name == "new":
            raise forms.ValidationError("“new” is the address of this form. Choose another name.")
        return name

    def clean(self) -> dict[str, Any]:
        """Active runs find their server, and restore its settings, by these fields."""
        moved = {"name", "host", "port", "socket"} & set(self.changed_data)
        if self.instance.pk and moved and self.instance.is_in_use:
            sentence = "A run is queued or running on this server. Wait until it ends, or cancel it, to change this."
            for field in sorted(moved):
                self.add_error(field, sentence)
        return self.cleaned_data

    def clean_password(self) -> str:
        given: str = self.cleaned_data["password"]
        return given or self.instance.password
