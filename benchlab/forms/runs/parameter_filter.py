"""Filter by parameters: ``clients=10 layout=month``."""

import re
import shlex
from typing import Any

import django_filters
from django import forms

_PAIR = re.compile(r"([A-Za-z]\w{0,63})=(.{1,200})\Z", re.DOTALL)
HOW = "Enter pairs such as clients=10, separated by spaces."


class PairsField(forms.CharField):
    def clean(self, value: Any) -> Any:
        try:
            pairs = [_PAIR.match(word) for word in shlex.split(super().clean(value) or "")]
        except ValueError:  # A quotation mark that is not closed.
            raise forms.ValidationError(HOW) from None
        if not all(pairs):
            raise forms.ValidationError(HOW)
        return [pair.groups() for pair in pairs if pair]


class ParametersFilter(django_filters.CharFilter):  # type: ignore[misc]
    field_class = PairsField

    def __init__(self, **known: Any) -> None:
        shown = forms.TextInput(attrs={"type": "search", "placeholder": "clients=10"})
        super().__init__(label="Parameters", widget=shown, **known)
