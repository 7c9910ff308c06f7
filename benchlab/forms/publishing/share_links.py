"""Creating a share link."""

from collections.abc import Iterable
from typing import Any

from django import forms

from benchlab.models import Reveal
from benchlab.models.publishing.share_link import LONGEST_TITLE, MOST_DAYS

DAYS = ((1, "A day"), (7, "7 days"), (30, "30 days"), (90, "90 days"), (MOST_DAYS, "A year"))
LIVE, FROZEN = "live", "frozen"
SHOWS = ((LIVE, "Live: the current state each time it is opened"), (FROZEN, "Frozen: the state as of now"))
WORDS = {
    Reveal.SERVERS: "Names of servers",
    Reveal.HOSTS: "Hosts: their names, processors, memory and file systems",
    Reveal.PEOPLE: "People: who launched it",
    Reveal.SETTINGS: "Changed server settings, and text parameters (they may contain paths and addresses)",
    Reveal.WORDS: "Errors, warnings and notes in full (they may contain anything)",
}


class ShareForm(forms.Form):
    title = forms.CharField(max_length=LONGEST_TITLE, help_text="Heading of the page and of the link's preview.")
    days = forms.TypedChoiceField(label="Expires after", choices=DAYS, coerce=int, initial="30")
    shows = forms.ChoiceField(label="State", choices=SHOWS, initial=LIVE)
    reveals = forms.MultipleChoiceField(
        label="Also show", choices=(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, offers: Iterable[Reveal], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reveals"].choices = [(each.value, WORDS[each]) for each in offers]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> dict[str, Any]:
        """Arguments for the new link."""
        given = self.cleaned_data
        return {name: given[name] for name in ("title", "days", "reveals")} | {"is_frozen": given["shows"] == FROZEN}
