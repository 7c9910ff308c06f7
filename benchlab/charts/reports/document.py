"""The document of a report, ``benchlab.report/1``: sections in order, figures, tables and footnotes numbered."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any

from django.utils import timezone

from benchlab.charts.reports.document_pieces import Part, Piece
from benchlab.charts.reports.footnotes import Caveat, note_of
from benchlab.charts.reports.run_parts import CHANGED_SETTINGS
from benchlab.charts.reports.section_sources import EVERYTHING, Gone, Source, Sources
from benchlab.models import Report, ReportSection, Reveal
from benchlab.models.publishing.report import SectionKind
from benchlab.timestamps import iso_utc

FORMAT = "benchlab.report/1"
NOT_THERE = "{name} has no such {part} any more."
"""Its name is left out: it may be that of a disk, and the reader a stranger."""
SETTINGS = "settings"
"""Where it has a table, the summary leaves it out."""
UNTOLD = (SETTINGS, "host", "why")
"""Parts that not everybody is shown; they leave no gap."""
NUMBERED = {"chart": "figure", "layout": "figure", "table": "table"}

Document = dict[str, Any]


def document_of(report: Report) -> Document:
    """As it is now, or as it was frozen, for whoever is signed in."""
    return _dated(report, report.content if report.is_frozen else drawn(report, EVERYTHING), EVERYTHING)


def open_document_of(report: Report, reveals: Collection[str]) -> Document:
    """For whoever is not: what a frozen one reveals was decided when it was frozen."""
    if report.is_frozen:
        return _dated(report, report.open_content, report.reveals)
    return _dated(report, drawn(report, reveals), reveals)


def _dated(report: Report, content: Document, reveals: Collection[str]) -> Document:
    by = report.frozen_by if Reveal.PEOPLE in reveals else ""
    frozen = {"at": iso_utc(report.frozen_at), "by": by or None} if report.is_frozen else None
    return {**content, "frozen": frozen}


def freeze(report: Report, *, reveals: Sequence[str], by: str) -> bool:
    """Keep what it shows now, for the team and for strangers; False if it was frozen before."""
    content, open_content = drawn(report, EVERYTHING), drawn(report, reveals)
    return report.freeze(content, open_content=open_content, reveals=reveals, by=by)


def drawn(report: Report, reveals: Collection[str], *, only: ReportSection | None = None) -> Document:
    """All of it, or one section."""
    sources = Sources(reveals)
    sections = [_section(section, sources) for section in ([only] if only else report.sections.all())]
    by = report.created_by.username if report.created_by and Reveal.PEOPLE in reveals else ""
    return {
        "format": FORMAT,
        "report": report.pk,
        "title": report.title,
        "authors": report.authors or by,
        "drawn_at": iso_utc(timezone.now()),
        "sections": sections,
        "notes": _number(sections),
        "frozen": None,
    }


def _section(section: ReportSection, sources: Sources) -> dict[str, Any]:
    told = {"section": section.pk, "kind": section.kind, "heading": section.heading}
    if section.kind == SectionKind.TEXT:
        return {**told, "source": None, "gap": "", "pieces": [{"type": "prose", "text": section.text}]}
    try:
        source = sources.of(section.kind, section.query)
    except Gone as gone:
        return {**told, "source": None, "gap": gone.problems[0].message, "pieces": _intro(section)}
    pieces = [*_intro(section), *_pieces(section, source)]
    address = source.address if sources.are_told_whole else None
    return {**told, "source": {"words": source.source_line, "address": address}, "gap": "", "pieces": pieces}


def _intro(section: ReportSection) -> list[Piece]:
    return [{"type": "prose", "text": section.text}] if section.text else []


def _pieces(section: ReportSection, source: Source) -> Iterator[Piece]:
    """The section's caption is that of its first figure or table."""
    caption, caveats = _sentence(section.caption), source.caveats
    for key in section.shows:
        for piece in _made(source.part(key), key, source):
            if piece["type"] == "facts" and SETTINGS in section.shows:
                piece = {**piece, "facts": [fact for fact in piece["facts"] if fact["name"] != CHANGED_SETTINGS]}
            if piece["type"] in NUMBERED:
                piece = {**piece, "caption": caption, "source": source.source_line, "caveats": caveats}
                caption = ""
            yield piece


def _sentence(caption: str) -> str:
    return f"{caption}." if caption and caption[-1] not in ".!?:" else caption


def _made(part: Part | None, key: str, source: Source) -> Iterator[Piece]:
    if part is None:
        if key not in UNTOLD:
            what = key.partition(":")[0] if ":" in key else "part"
            yield {"type": "gap", "text": NOT_THERE.format(name=source.name, part=what)}
    else:
        yield from part.make()


def _number(sections: Sequence[dict[str, Any]]) -> list[str]:
    """Give figures, tables and footnotes their numbers; what applies to several runs is one footnote."""
    notes: dict[Hashable, list[Caveat]] = {}
    counts = {"figure": 0, "table": 0}
    for piece in (piece for section in sections for piece in section["pieces"] if piece["type"] in NUMBERED):
        name = NUMBERED[piece["type"]]
        counts[name] += 1
        caveats: Sequence[Caveat] = piece.pop("caveats")
        for caveat in caveats:
            notes.setdefault(caveat.about, []).append(caveat)
        about = {caveat.about for caveat in caveats}
        numbers = [number for number, each in enumerate(notes, start=1) if each in about]
        piece |= {"name": f"{name.capitalize()} {counts[name]}", "anchor": f"{name}-{counts[name]}", "notes": numbers}
    return [note_of(caveats) for caveats in notes.values()]
