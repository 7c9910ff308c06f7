"""A chart as JSON, with all that is drawn in it and the words that go with it: for reports and social previews."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchlab.charts.render.number_format import figure

Chart = dict[str, Any]
ALT_LINES = 4


def chart(title: str, unit: str, hint: str, panel: Mapping[str, Any]) -> Chart:
    """``panel`` is complete: its times and phases are in it (``panel_of``)."""
    named = {each["label"]: each["colour"] for each in panel.get("series", ()) if each.get("label")}
    legend = [{"label": label, "colour": colour} for label, colour in named.items()]
    alt = {"title": title, "unit": unit, "hint": hint, "words": _alt(title, unit, panel)}
    return {"type": "chart", **alt, "legend": legend if len(legend) > 1 else [], "panel": dict(panel)}


def panel_of(content: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """The panel with this key and, of what all panels share, what is drawn in it."""
    panel = next((each for each in content["panels"] if each["key"] == key), None)
    if panel is None or panel["kind"] != "time":
        return panel
    used = sorted({each["times"] for each in panel["series"]})
    series = [{**each, "times": used.index(each["times"])} for each in panel["series"]]
    shared = {"times": [content["times"][at] for at in used], "phases": content["phases"], "end": content["end"]}
    return {**panel, "series": series, **shared}


def has_values(panel: Mapping[str, Any]) -> bool:
    """Whether anything in it is known."""
    return any(value is not None for part in (panel, *panel.get("series", ())) for value in _points(part))


def _alt(title: str, unit: str, panel: Mapping[str, Any]) -> str:
    """For who can not see it: the range of each line."""
    lines = [(each["label"], _values(each)) for each in panel.get("series", ())]
    ranges = [
        f"{label} {figure(min(values))} to {figure(max(values))} {unit}".strip() for label, values in lines if values
    ]
    more = f" and {len(ranges) - ALT_LINES} more" if len(ranges) > ALT_LINES else ""
    return f"{title}: {', '.join(ranges[:ALT_LINES])}{more}" if ranges else title


def _values(series: Mapping[str, Any]) -> list[float]:
    values = (point[1] if isinstance(point, list | tuple) else point for point in _points(series))
    return [value for value in values if value is not None]


def _points(part: Mapping[str, Any]) -> Sequence[Any]:
    """Of a series, or of a panel without series."""
    return part.get("values") or part.get("points") or ()
