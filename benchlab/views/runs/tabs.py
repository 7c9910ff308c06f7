"""Contexts of the tabs of a run's page."""

from collections.abc import Callable
from typing import Any

from benchlab.charts.runs import RunPage
from benchlab.charts.runs.latency_distribution import histogram_panel, percentile_panel
from benchlab.charts.runs.panels import TABS
from benchlab.histogram import Histogram
from benchlab.models import StoredHistogram

Context = dict[str, Any]

ENOUGH = 50
"""With fewer values no distribution is drawn."""


def template(tab: str) -> str:
    return f"runs/tabs/{tab}.html" if tab in _CONTEXTS else "runs/tabs/charts.html"


def context(page: RunPage, tab: str) -> Context:
    return {"tab_title": TABS[tab], **_CONTEXTS.get(tab, _charts)(page, tab)}


def _charts(page: RunPage, tab: str) -> Context:
    return {"drawn": page.drawn(tab)}


def _response_times(page: RunPage, tab: str) -> Context:
    histograms = {name: each for name, each in _histograms(page).items() if each.count >= ENOUGH}
    stills = [percentile_panel("percentiles", histograms)] if histograms else []
    stills += [histogram_panel(f"histogram-{at}", name, each) for at, (name, each) in enumerate(histograms.items())]
    return {**_charts(page, tab), "stills": {"panels": stills} if stills else None}


def _histograms(page: RunPage) -> dict[str, Histogram]:
    """Of each phase's transactions, in the order of the phases."""
    stored = StoredHistogram.objects.filter(phase__run=page.run, statement="").order_by("phase__ordinal")
    return {each.phase.name: Histogram.from_bytes(bytes(each.counts)) for each in stored.select_related("phase")}


def _layout(page: RunPage, tab: str) -> Context:  # noqa: ARG001
    return {"histories": page.history.tables}


def _growth(page: RunPage, tab: str) -> Context:  # noqa: ARG001
    return {"growth": page.growth}


def _settings(page: RunPage, tab: str) -> Context:  # noqa: ARG001
    return {"variables": page.start.get("variables") or {}, "end": (page.run.snapshot or {}).get("end") or {}}


def _log(page: RunPage, tab: str) -> Context:  # noqa: ARG001
    return {"lines": page.run.log.all()}


def _files(page: RunPage, tab: str) -> Context:  # noqa: ARG001
    return {"files": page.run.artefacts()}


_CONTEXTS: dict[str, Callable[[RunPage, str], Context]] = {
    "overview": _charts,
    "response-times": _response_times,
    "layout": _layout,
    "growth": _growth,
    "settings": _settings,
    "log": _log,
    "files": _files,
    "host": _charts,
}
