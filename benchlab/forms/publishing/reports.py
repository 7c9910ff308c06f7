"""Forms of a report: its title, its sections, and the elements that they show."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.comparisons.comparison import MOST_DIGITS, ComparisonChoice
from benchlab.forms.publishing.share_links import WORDS
from benchlab.models import Benchmark, Report, ReportSection, Reveal, Server
from benchlab.models.comparisons.trend import choices
from benchlab.models.publishing.report import LONGEST_TEXT, SectionKind

UNKNOWN = (
    "A report cannot show “{told}”. Enter the number of a run (12) or of an experiment (e4), or paste the address "
    "of a run, experiment, comparison or trend."
)

ELSEWHERE = (
    "This address is of another benchlab, {there}; a report can only show runs of this one, {here}. Export the run "
    "there, import it here, and enter its number."
)


def named(told: str, *, at: str) -> tuple[str, str]:
    """Kind and query of “12”, “e4”, or the address of a page ``at`` this host; Refused where it is none."""
    told = told.strip()
    if _is_number(told.removeprefix("e")):
        kind = SectionKind.EXPERIMENT if told.startswith("e") else SectionKind.RUN
        return kind, urlencode({kind.value: int(told.removeprefix("e"))})
    address = _split(told)
    if address.netloc and address.netloc.lower() not in {at.lower(), urlsplit(settings.SITE_URL).netloc.lower()}:
        raise Refused([Problem("source", ELSEWHERE.format(there=address.netloc[:120], here=at))])
    try:
        page = resolve(address.path)
    except Resolver404:
        raise _unknown(told) from None
    if page.url_name in (SectionKind.RUN, SectionKind.EXPERIMENT):
        return page.url_name, urlencode({page.url_name: page.kwargs["pk"]})
    given = QueryDict(address.query)
    if page.url_name == SectionKind.COMPARISON:
        return SectionKind.COMPARISON, ComparisonChoice.of(given).query()
    if page.url_name == SectionKind.TREND:
        return SectionKind.TREND, _trend(page.kwargs, given)
    raise _unknown(told)


def _split(told: str) -> Any:
    try:
        return urlsplit(told)
    except ValueError:  # “http://[”
        raise _unknown(told) from None


def _unknown(told: str) -> Refused:
    return Refused([Problem("source", UNKNOWN.format(told=told[:120]))])


def _is_number(told: str) -> bool:
    return told.isascii() and told.isdecimal() and len(told) <= MOST_DIGITS


def _trend(names: Mapping[str, Any], given: QueryDict) -> str:
    """With the page's own choice of parameters, so that the report keeps showing the same trend."""
    benchmark = Benchmark.objects.filter(slug=names["slug"]).first()
    server = Server.objects.filter(name=names["name"]).first()
    if benchmark is None or server is None:
        raise Refused([Problem("source", "There is no such trend: its benchmark or its server does not exist.")])
    known = [each.key for each in choices(benchmark, server)]
    asked = given.get("choice", "")
    choice = asked if asked in known else next(iter(known), "")
    return urlencode({"benchmark": benchmark.slug, "server": server.name, "choice": choice})


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no subscript at run time.
    class Meta:
        model = Report
        fields = ("title", "authors")
        help_texts = {"authors": "Names as they should appear. Default: the person who created the report."}


class SourceForm(forms.Form):
    source = forms.CharField(
        label="Source",
        max_length=4000,
        help_text="The number of a run (12) or experiment (e4), or the address of one, or of a comparison or trend.",
    )

    def __init__(self, *args: Any, at: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.at = at

    def clean_source(self) -> tuple[str, str]:
        try:
            return named(self.cleaned_data["source"], at=self.at)
        except Refused as refused:
            raise forms.ValidationError(refused.problems[0].message) from None


class SectionForm(forms.ModelForm):  # type: ignore[type-arg]
    """``offers``: titles of the source's elements by key. A text section has no source, elements or caption."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="Markdown: # headings, **bold**, lists, tables, [links](https://example.org).",
    )
    shows = forms.MultipleChoiceField(label="Shows", widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = ReportSection
        fields = ("heading", "text", "shows", "caption")
        help_texts = {"caption": "For the first figure or table. The source is added automatically."}

    def __init__(self, *args: Any, offers: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.kind == SectionKind.TEXT:
            del self.fields["shows"], self.fields["caption"]
            self.fields["text"].required = True
            return
        self.fields["text"].widget.attrs["rows"] = 4
        self.fields["text"].label = "Introduction"
        self.fields["shows"].choices = list(offers.items())  # type: ignore[attr-defined]


class AddForm(forms.Form):
    """Adds results to a draft or to a new report."""

    report = forms.ModelChoiceField(
        queryset=Report.objects.none(), required=False, label="Report", empty_label="A new report"
    )
    title = forms.CharField(required=False, max_length=120, label="Title of the new report")
    shows = forms.MultipleChoiceField(label="Shows", widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, offers: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["report"].queryset = Report.objects.drafts()  # type: ignore[attr-defined]
        self.fields["report"].label_from_instance = lambda report: report.title  # type: ignore[attr-defined]
        self.fields["shows"].choices = list(offers.items())  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not given.get("report") and not given.get("title"):
            self.add_error("title", "A new report needs a title.")
        return given


class FreezeForm(forms.Form):
    reveals = forms.MultipleChoiceField(
        label="Also show on the shared page",
        choices=[(each.value, WORDS[each]) for each in Reveal],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
