"""A definition's text."""

from django import forms

from benchlab.definitions import Definition
from benchlab.definitions.problems import Problem, Refused


class DefinitionForm(forms.Form):
    text = forms.CharField(
        label="Definition",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 36, "spellcheck": "false", "autocapitalize": "off", "wrap": "off"}),
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"].replace("\r\n", "\n")
        return text if text.endswith("\n") else f"{text}\n"


def problems_of(text: str) -> tuple[Problem, ...]:
    try:
        Definition.parse(text)
    except Refused as refused:
        return refused.problems
    return ()
