"""Template filters and tags for figures, times and diagrams."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import mark_safe

from benchlab.analysis.comparisons.verdict_text import HOW_MANY
from benchlab.analysis.trust.trust_grade import GRADES
from benchlab.charts.layouts import TableLayout
from benchlab.charts.layouts.layout_diagram import Rectangle
from benchlab.charts.layouts.table_layout import LayoutRow, bytes_per_row
from benchlab.charts.render import markdown as prose
from benchlab.charts.render import number_format
from benchlab.charts.runs.run_labels import cache_words, capability_title
from benchlab.models import Experiment, Note, Phase, Run, User
from benchlab.models.publishing import references_to

register = template.Library()
for written_as in (
    number_format.amount,
    number_format.clock,
    number_format.count,
    number_format.duration,
    number_format.figure,
    number_format.measured,
    number_format.percent,
    number_format.setting,
    number_format.short_count,
    number_format.size,
    cache_words,
    capability_title,
    references_to,
):
    register.filter(written_as)

register.simple_tag(lambda: HOW_MANY, name="how_many_repeats")

_ESCAPED = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.filter
def moment(at: datetime | None) -> str:
    """A time of today as 14:02:11 UTC, an earlier one with its date; always UTC, as the results say it."""
    if at is None:
        return number_format.UNKNOWN
    day = "" if at.date() == timezone.now().date() else f"{at:%Y-%m-%d} "
    words = '<time class="nowrap" datetime="{}" title="{} UTC">{} UTC</time>'
    return format_html(words, at.isoformat(), f"{at:%Y-%m-%d %H:%M:%S}", f"{day}{at:%H:%M:%S}")


@register.filter
def in_zone(at: datetime | None, zone: str) -> str:
    """A time as the clocks of the zone show it, with its weekday."""
    if at is None:
        return number_format.UNKNOWN
    words = '<time class="nowrap" datetime="{}" title="{} UTC">{}</time>'
    local = at.astimezone(ZoneInfo(zone))
    return format_html(words, at.isoformat(), f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}", f"{local:%a %d %b %H:%M %Z}")


@register.filter
def ago(at: datetime | None) -> str:
    """How long since, for what matters by its age; relative_times.js keeps it true while the page stands open."""
    if at is None:
        return number_format.UNKNOWN
    words = '<time class="nowrap" datetime="{}" title="{} UTC" data-ago>{}</time>'
    since = number_format.ago((timezone.now() - at).total_seconds())
    return format_html(words, at.isoformat(), f"{at:%Y-%m-%d %H:%M:%S}", since)


@register.simple_tag
def icon(name: str, label: str = "") -> str:
    """A picture of the house's own sheet; decoration unless it is given a label."""
    meaning = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    sheet = static("benchlab/images/icons.svg")
    return format_html('<svg class="pict" {}><use href="{}#{}"></use></svg>', meaning, sheet, name)


@register.filter
def phase_time(phase: Any) -> str:
    """How long a phase of the timeline took, or how long it still takes."""
    if phase.state == "running":
        rest = f"{number_format.clock(phase.left_s)} left" if phase.left_s is not None else phase.progress
        return " · ".join(filter(None, (number_format.clock(phase.seconds), rest)))
    if phase.state == "waiting":
        return f"{number_format.clock(phase.expected_s)} to come" if phase.expected_s else "to come"
    if phase.state == "skipped":
        return "skipped"
    return number_format.duration(phase.seconds) + (" · failed" if phase.state == "failed" else "")


@register.filter
def lookup(mapping: dict[str, Any], key: str) -> Any:
    return mapping.get(key)


@register.filter
def grade_words(grade: str) -> str:
    return GRADES.get(grade, "")


@register.filter
def cell_words(run: Run, experiment: Experiment) -> str:
    """Which cell of the experiment the run is a repeat of."""
    return experiment.cell_words(run.cell)


@register.filter
def unlocalized(value: Any) -> str:
    """Without grouping: ports and run numbers are names, not amounts."""
    return str(value)


@register.simple_tag
def drawing(content: dict[str, Any]) -> str:
    """What charts.js draws; escaped so that no name in it can end the element."""
    return format_html('<script type="application/json" data-charts>{}</script>', _json(content))


def _json(content: Any) -> str:
    return mark_safe(json.dumps(content, separators=(",", ":")).translate(_ESCAPED))  # noqa: S308


@register.simple_tag
def cells(rectangles: Iterable[Rectangle]) -> str:
    """The rectangles of a layout's picture; a tag, because a template loop over a thousand takes 20 times as long."""
    return mark_safe("".join(_rectangle(cell) for cell in rectangles))  # noqa: S308


@register.simple_tag
def bars(columns: Iterable[tuple[str, str, Iterable[Rectangle]]]) -> str:
    """The bars of a layout's picture, each with what it stands for."""
    drawn = (
        f'<g data-name="{escape(name)}"><title>{escape(title)}</title>{"".join(map(_rectangle, bar))}</g>'
        for name, title, bar in columns
    )
    return mark_safe("".join(drawn))  # noqa: S308


def _rectangle(cell: Rectangle) -> str:
    place = f'x="{cell.x:.1f}" y="{cell.y:.1f}" width="{cell.width:.1f}" height="{cell.height:.1f}"'
    shape = f'<rect class="c{cell.shade}" {place}'
    return f"{shape}><title>{escape(cell.title)}</title></rect>" if cell.title else f"{shape}/>"


@register.simple_tag
def layout_content(content: dict[str, Any]) -> str:
    """What layout.js draws into the diagram next to it."""
    return format_html('<script type="application/json" data-layout-content>{}</script>', _json(content))


@register.simple_tag
def layout_moment(content: Sequence[dict[str, Any]]) -> str:
    """What layout.js adds to the pictures of these tables."""
    return format_html('<script type="application/json" data-layout-moment>{}</script>', _json(content))


@register.filter
def words_by(layout: TableLayout, measure: str) -> str:
    return layout.words_by(measure)


@register.filter
def partition_at(layout: TableLayout, place: int) -> str:
    return str(layout.columns[place][0]["partition"])


@register.filter
def bytes_a_row(row: LayoutRow) -> float | None:
    return bytes_per_row([row]) or None


@register.filter
def as_query(runs: Iterable[Run]) -> str:
    """``run=4&run=5``: how a page of several runs is addressed."""
    return urlencode([("run", run.pk) for run in runs])


@register.filter
def plus(value: float, more: float) -> float:
    return value + more


@register.filter
def without(words: Iterable[str], others: Sequence[str]) -> list[str]:
    return [each for each in words if each not in others]


@register.filter
def took(phase: Phase) -> float | None:
    return None if phase.finished_s is None else phase.finished_s - phase.started_s


@register.filter
def milliseconds(value: float | None) -> str:
    return number_format.duration(None if value is None else value / 1000)


@register.filter
def total(errors: dict[str, int] | None) -> int:
    return sum(errors.values()) if errors else 0


@register.filter
def run_seconds(run: Run) -> float | None:
    if not run.started_at:
        return None
    return ((run.finished_at or timezone.now()) - run.started_at).total_seconds()


@register.simple_tag(takes_context=True)
def query(context: template.Context, **changes: Any) -> str:
    """The address's query with some values changed."""
    changed = context["request"].GET.copy()
    for name, value in changes.items():
        changed[name] = str(value)
    return str(changed.urlencode())


@register.inclusion_tag("parts/sortable_heading.html", takes_context=True)
def sortable(context: template.Context, name: str, title: str, css: str = "") -> dict[str, Any]:
    """A column's head that sorts by it, and the other way round when it does already."""
    given = context["request"].GET.get("sort", "")
    descends = given == f"-{name}"
    wanted = name if descends or (given != name and not css) else f"-{name}"
    changed = context["request"].GET.copy()
    changed.pop("page", None)
    changed["sort"] = wanted
    sorted_by = given.lstrip("-") == name
    return {"title": title, "css": css, "query": changed.urlencode(), "sorted": sorted_by, "descends": descends}


@register.filter
def markdown(text: str) -> str:
    return mark_safe(prose.as_html(text))  # noqa: S308


@register.filter
def may_change(person: User, note: Note) -> bool:
    return note.belongs_to(person)


@register.filter
def paragraphs(text: str) -> str:
    """Paragraphs are parted by empty lines; a single line break is where the editor was full."""
    return format_html_join("", "<p>{}</p>", ((each,) for each in text.split("\n\n") if each.strip()))
