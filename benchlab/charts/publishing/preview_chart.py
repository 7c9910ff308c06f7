"""The one chart of a shared page that its social preview shows."""

from collections.abc import Mapping
from typing import Any

from benchlab.charts.render.chart_json import Chart, chart, has_values, panel_of
from benchlab.charts.render.svg.chart_svg import KINDS


def preview_chart(title: str, key: str, content: Mapping[str, Any]) -> Chart | None:
    """The panel with this key; None where it has no value, or is of a kind that has no SVG."""
    panel = panel_of(content, key)
    if panel is None or panel["kind"] not in KINDS or not has_values(panel):
        return None
    return chart(title, panel["unit"], "", panel)
