"""A definition's text."""

from typing import Any

from django import forms

from benchlab.definitions import Definition
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.benchmarks.launch import ServerField
from benchlab.models import Server


class DefinitionForm(forms.Form):
    text = forms.CharField(
        label="Definition",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 36, "spellcheck": "false", "autocapitalize": "off", "wrap": "off"}),
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"].replace("\r\n", "\n")
        return text if text.endswith("\n") else f"{text}\n"


class TrialForm(forms.Form):
    """The server to check a definition on; the sandbox unless another is chosen."""

    server = ServerField(Server.objects.all(), to_field_name="name", empty_label=None, label="Server")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        likely = Server.objects.filter(sandbox="sandbox").first() or Server.objects.filter(check_error="").first()
        self.fields["server"].initial = likely.name if likely else None


def problems_of(text: str) -> tuple[Problem, ...]:
    try:
        Definition.parse(text)
    except Refused as refused:
        return refused.problems
    return ()
