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
            "name": "As the team calls it. Results are filed under this name.",
            "user": "An account that may create schemas and accounts. The check names the exact rights.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["password"].help_text = "Leave it empty to keep the one that is stored."

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name == "new":
            raise forms.ValidationError("“new” is the address of this form. Choose another name.")
        return name

    def clean(self) -> dict[str, Any]:
        """A run that goes on finds its server, and puts its settings back there, by these."""
        moved = {"name", "host", "port", "socket"} & set(self.changed_data)
        if self.instance.pk and moved and self.instance.is_in_use:
            sentence = "A run goes on there or waits for it. Wait for its end, or cancel it, before you change this."
            for field in sorted(moved):
                self.add_error(field, sentence)
        return self.cleaned_data

    def clean_password(self) -> str:
        given: str = self.cleaned_data["password"]
        return given or self.instance.password
