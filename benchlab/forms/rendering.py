"""How forms are rendered: label, control, help and errors."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Input

_CLASSES: dict[type[forms.Widget], str] = {
    forms.CheckboxInput: "form-check-input",
    forms.CheckboxSelectMultiple: "form-check-input",
    forms.Select: "form-select",
    Input: "form-control",
    forms.Textarea: "form-control",
}


class HouseField(BoundField):
    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        shown = widget or self.field.widget
        css = [_class_of(shown), "is-invalid" if self.errors else ""]
        # The first that is wrong is where a person goes on.
        focus = {"autofocus": True} if next(iter(self.form.errors), None) == self.name else {}
        return {**super().build_widget_attrs(attrs, widget), "class": " ".join(filter(None, css)), **focus}


class HouseRenderer(TemplatesSetting):
    bound_field_class = HouseField
    field_template_name = "forms/field.html"


def _class_of(widget: forms.Widget) -> str:
    return next((css for kind, css in _CLASSES.items() if isinstance(widget, kind)), "")
