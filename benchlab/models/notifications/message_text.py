"""A notice document in words: for a chat, and for a mail."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from benchlab.analysis.runs.figures import three_figures
from benchlab.analysis.trust.trust_grade import GRADES

Document = dict[str, Any]


def headline(document: Document) -> str:
    """The subject of a mail."""
    return ": ".join(filter(None, (f"[benchlab] {document['title']}", _where(document))))


def for_mail(document: Document) -> list[str]:
    why = f"You receive this e-mail because of your settings: {settings.SITE_URL.rstrip('/')}/notifications/"
    return [document["title"], *lines(document), "", document["address"], "", "-- ", why]


def for_slack(document: Document) -> dict[str, str]:
    """As Slack, Mattermost and Rocket.Chat take it."""
    title = f"*<{document['address']}|{_escaped(document['title'])}>*"
    return {"text": "\n".join([title, *map(_escaped, lines(document))])}


def lines(document: Document) -> list[str]:
    return [line for line in _lines(document) if line]


def _lines(document: Document) -> Iterator[str]:
    yield _what(document)
    yield ", ".join(f"{count} {state}" for state, count in (document["runs"] or {}).items())
    yield _measured(document["figure"] or {}, document["grade"])
    if verdict := document["verdict"]:
        yield f"Compared with the baseline: {verdict['word']}. {verdict['reason']}"
    yield document["error"] or ""


def _what(document: Document) -> str:
    place = _where(document)
    by = f", launched by {document['by']}" if document["by"] else ""
    label = f": {document['label']}" if document["label"] else ""
    return f"{place}{by}{label}"


def _where(document: Document) -> str:
    """Nothing where the title says it, or there is none."""
    is_named = document["benchmark"] and not document["regression"]
    return f"{document['benchmark']} on {document['server']}" if is_named else ""


def _measured(figure: Document, grade: str | None) -> str:
    rate = f"{three_figures(figure['value'])} {figure['unit']}" if figure else ""
    if figure and figure["before"] is not None:
        rate = f"{figure['name']}: {three_figures(figure['before'])} before, {rate} now"
    trust = f"trust {grade}: {GRADES[grade]}" if grade else ""
    return "; ".join(filter(None, (rate, trust)))


def _escaped(words: str) -> str:
    """So that no label makes a link or calls everybody."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
