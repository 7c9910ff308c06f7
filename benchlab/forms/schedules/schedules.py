"""The form of a schedule: a launch and its times."""

from collections.abc import Sequence
from typing import Any

from django import forms

from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.experiment_grid import SERVER
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.schedule_times import FORMS, Timetable
from benchlab.forms.benchmarks.launch import PREFIX, LaunchForm
from benchlab.forms.benchmarks.value_lists import joined
from benchlab.models import Revision, Schedule, User
from benchlab.models.schedules.schedule import valid_name

NEWEST = ""
A_WEEK_MIN = 7 * 24 * 60
FIELDS = ("name", "when", "zone", "late_minutes", "repeats", "label", "factors")
_TAKEN = "A schedule with this name already exists. Choose another name."
_FACTORS_HELP = "Expected differences from the baseline, such as version or innodb_buffer_pool_size. Default: none."


class ScheduleForm(LaunchForm):
    name = forms.CharField(max_length=64, validators=[valid_name], help_text="Small letters, digits and dashes.")
    when = forms.CharField(max_length=100, initial="nightly at 02:00", help_text=f"{FORMS}.")
    zone = forms.CharField(
        label="Time zone", max_length=64, widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"})
    )
    late_minutes = forms.IntegerField(
        label="Maximum delay in minutes",
        min_value=0,
        max_value=A_WEEK_MIN,
        initial=60,
        help_text="If benchlab was down at the scheduled time, it launches late, up to this delay.",
    )
    revision = forms.ChoiceField(required=False, help_text="A fixed revision is kept when the definition is edited.")
    factors = forms.CharField(label="Allowed differences", max_length=200, required=False, help_text=_FACTORS_HELP)

    def __init__(self, schedule: Schedule, *args: Any, **kwargs: Any) -> None:
        self.schedule = schedule
        super().__init__(schedule.benchmark, *args, **kwargs)
        self.fields["zone"].initial = Schedule.objects.order_by("-pk").values_list("zone", flat=True).first() or "UTC"
        self.fields["revision"].choices = _revisions(schedule)  # type: ignore[attr-defined]

    def chosen_revision(self) -> Revision:
        number = self.data.get("revision", "") if self.is_bound else self.initial.get("revision", "")
        fixed = {str(each.number): each for each in _fixable(self.schedule)}
        return fixed.get(str(number), self.benchmark.latest)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Schedule.objects.filter(name=name).exclude(pk=self.schedule.pk).exists():
            raise forms.ValidationError(_TAKEN)
        return name

    def clean_factors(self) -> list[str]:
        return [each.strip() for each in self.cleaned_data["factors"].split(",") if each.strip()]

    def clean(self) -> dict[str, Any]:
        if {"when", "zone"} <= set(self.cleaned_data):
            try:
                Timetable.read(self.cleaned_data["when"], self.cleaned_data["zone"])
            except Refused as refused:
                self.refuse(refused.problems)
        return super().clean()

    def keep(self, *, by: User) -> Schedule:
        """Raises Refused if it could not be launched."""
        its = self.schedule
        for name in FIELDS:
            setattr(its, name, self.cleaned_data[name])
        its.revision = None if self.cleaned_data["revision"] == NEWEST else self.of_revision
        its.in_turn = len(self.servers) > 1
        its.given = {name: values for name, values in self.given.items() if name != SERVER}
        its.keep(self.servers, by=by)
        return its


def _fixable(schedule: Schedule) -> Sequence[Revision]:
    return list(dict.fromkeys(filter(None, (schedule.benchmark.latest, schedule.revision))))


def _revisions(schedule: Schedule) -> list[tuple[str, str]]:
    fixed = [(str(each.number), f"Always revision {each.number}") for each in _fixable(schedule)]
    return [(NEWEST, "The latest at each launch"), *fixed]


def initial_of_schedule(schedule: Schedule) -> dict[str, Any]:
    """The saved values, to edit them."""
    parameters = schedule.launched_revision.definition.parameters
    given = {name: texts for name, texts in schedule.given.items() if name in parameters}
    return {
        **{name: getattr(schedule, name) for name in FIELDS},
        "factors": ", ".join(schedule.factors),
        "revision": str(schedule.revision.number) if schedule.revision else NEWEST,
        SERVER: [server.name for server in schedule.servers.all()],
        **{PREFIX + name: _initial(parameters[name], texts) for name, texts in given.items()},
    }


def _initial(parameter: Parameter, given: Any) -> str | bool:
    texts = [given] if isinstance(given, str) else [str(each) for each in given]
    if parameter.type == "boolean" and not parameter.sweep:
        return texts[0] == "true"
    return texts[0] if len(texts) == 1 else joined(texts)
