"""Webhooks and e-mail notifications."""

from typing import Any

from django import forms
from django.conf import settings
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from benchlab.http_post import obstacle_of_host
from benchlab.models import Benchmark, Server, User, Webhook
from benchlab.models.events import SUBSCRIBABLE, EventKind

_KEPT = "Leave empty to keep the stored value."
_HOW_MUCH = (("", "No e-mail"), ("own", "If I launched it"), ("all", "Always"))
_WITHOUT_OWNER = (("", "No e-mail"), ("all", "Always"))


class WebhookForm(forms.ModelForm):  # type: ignore[type-arg]
    url = forms.CharField(
        label="Address",
        max_length=1000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://..."}),
        help_text="Encrypted at rest and not shown again: anybody with a chat's address can post there.",
    )
    secret = forms.CharField(
        required=False,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Signs each request body, in the header X-Benchlab-Signature. Not needed for chats.",
    )
    events = forms.MultipleChoiceField(label="Events", choices=SUBSCRIBABLE, widget=forms.CheckboxSelectMultiple)
    benchmark = forms.ModelChoiceField(
        Benchmark.objects.all(), to_field_name="slug", required=False, empty_label="All", label="Only for benchmark"
    )
    server = forms.ModelChoiceField(
        Server.objects.all(), to_field_name="name", required=False, empty_label="All", label="Only for server"
    )

    class Meta:
        model = Webhook
        fields = ("name", "url", "shape", "secret", "events", "benchmark", "server", "is_enabled")
        labels = {"shape": "Format", "is_enabled": "Enabled"}
        help_texts = {"name": "The name that the team uses: “#benchmarks”, “CI”."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stored = {name: getattr(self.instance, name) for name in ("url", "secret")}
        if self.instance.pk:
            self.fields["url"].required = False
            self.initial.update(url="", benchmark=self.instance.benchmark, server=self.instance.server)
            for name in self._stored:
                self.fields[name].help_text = _KEPT

    def clean_url(self) -> str:
        given: str = self.cleaned_data["url"]
        if given and (problem := _problem_of(given)):
            raise forms.ValidationError(problem)
        return given or self._stored["url"]

    def clean_secret(self) -> str:
        given: str = self.cleaned_data["secret"]
        return given or self._stored["secret"]


class MailingForm(forms.Form):
    """A choice for each event, by a name that may be that of a field: run_finished."""

    email = forms.EmailField(label="Your e-mail address", required=False)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].initial = person.email
        wanted = {each.event: "own" if each.only_own else "all" for each in person.email_subscriptions.all()}
        for event, title in SUBSCRIBABLE:
            choices = _WITHOUT_OWNER if event == EventKind.REGRESSION_FOUND else _HOW_MUCH
            self.fields[name_of_field(event)] = forms.ChoiceField(
                label=title, choices=choices, required=False, initial=wanted.get(event, "")
            )

    @property
    def events(self) -> dict[str, bool]:
        """The chosen events; True where only for one's own runs."""
        chosen = {event: self.cleaned_data[name_of_field(event)] for event, _ in SUBSCRIBABLE}
        return {event: how_much == "own" for event, how_much in chosen.items() if how_much}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        wants = any(cleaned.get(name_of_field(event)) for event, _ in SUBSCRIBABLE)
        if wants and cleaned.get("email") == "":
            self.add_error("email", "Enter an address, or choose no e-mails below.")
        return cleaned


def name_of_field(event: str) -> str:
    return event.replace(".", "_")


def _problem_of(url: str) -> str:
    """Why this address is refused; empty if it is not."""
    try:
        parts = parse_url(url)
    except LocationParseError:
        return "This is not a valid address."
    if parts.scheme not in ("http", "https") or not parts.host:
        return "The address must start with https:// or http:// and name a host."
    if parts.auth:
        return "Leave user name and password out of the address; use the secret to authenticate."
    return obstacle_of_host(parts.host, to_loopback=settings.NOTICES_TO_LOOPBACK)
