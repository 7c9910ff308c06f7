"""Controls that take several values where a launch may vary them."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from django import forms

from benchlab.definitions.parameters.experiment_grid import listed

BOTH = "both"


def joined(values: Sequence[str]) -> str:
    """A list as one text: ``1,10``; a value with a comma stands in quotes."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue()


class SeveralSelect(forms.SelectMultiple):
    """A list of choices; a script shows it as a menu until somebody asks for several."""

    def __init__(self, attrs: dict[str, Any] | None = None, choices: Any = ()) -> None:
        super().__init__({"data-several": "", **(attrs or {})}, choices)

    def format_value(self, value: Any) -> list[str]:
        found = listed(value) if isinstance(value, str) else value
        return [str(each) for each in found or ()]


class YesNoBoth(forms.CheckboxInput):
    """A box, and a second one beside it of the same name for trying both; the value is a list as text."""

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value in (True, "true", "true,false"))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:  # noqa: ARG002
        given = data.getlist(name) if hasattr(data, "getlist") else [data[name]] if name in data else []
        if BOTH in given:
            return "true,false"
        return "true" if given else "false"
