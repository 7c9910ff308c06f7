"""How every form of the house is rendered: label, control, help, and a sentence for each error."""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Input

_CLASSES: dict[type[forms.Widget], str] = {
    forms.CheckboxInput: "form-check-input",
    forms.Select: "form-select",
    Input: "form-control",
    forms.Textarea: "form-control",
}


class HouseRenderer(TemplatesSetting):
    field_template_name = "forms/field.html"


class HouseForm(forms.Form):
    """A form whose controls look alike; `unit` in a field's attributes is shown behind its control."""

    required_css_class = "required"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)


def dress(form: forms.BaseForm) -> None:
    for name, field in form.fields.items():
        kept = field.widget.attrs.get("class", "")
        invalid = "is-invalid" if form.is_bound and name in form.errors else ""
        field.widget.attrs["class"] = " ".join(filter(None, (kept, _class_of(field.widget), invalid)))


def _class_of(widget: forms.Widget) -> str:
    return next((css for kind, css in _CLASSES.items() if isinstance(widget, kind)), "")
