"""A link to share a page by."""

from collections.abc import Iterable
from typing import Any

from django import forms

from benchlab.models import Reveal
from benchlab.models.publishing.share_link import LONGEST_TITLE, MOST_DAYS

DAYS = ((1, "A day"), (7, "7 days"), (30, "30 days"), (90, "90 days"), (MOST_DAYS, "A year"))
LIVE, FROZEN = "live", "frozen"
SHOWS = ((LIVE, "Live: whatever is known when it is opened"), (FROZEN, "Frozen: what it shows now, unchanged"))
WORDS = {
    Reveal.SERVERS: "Names of servers",
    Reveal.HOSTS: "Hosts: their names, processors, memory and file systems",
    Reveal.PEOPLE: "People: who launched it",
    Reveal.SETTINGS: "Settings changed on the server, and texts among parameters (they may name paths and addresses)",
    Reveal.WORDS: "Errors, warnings and notes in full (they may name anything)",
}


class ShareForm(forms.Form):
    title = forms.CharField(max_length=LONGEST_TITLE, help_text="The heading, and what a preview of the link says.")
    days = forms.TypedChoiceField(label="It expires after", choices=DAYS, coerce=int, initial="30")
    shows = forms.ChoiceField(label="It shows", choices=SHOWS, initial=LIVE)
    reveals = forms.MultipleChoiceField(
        label="Show as well", choices=(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, offers: Iterable[Reveal], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reveals"].choices = [(each.value, WORDS[each]) for each in offers]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> dict[str, Any]:
        """What a link is made of."""
        given = self.cleaned_data
        return {name: given[name] for name in ("title", "days", "reveals")} | {"is_frozen": given["shows"] == FROZEN}
