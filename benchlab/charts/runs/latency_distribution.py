"""The distribution of response times: a histogram on a log scale and a percentile curve."""

from bisect import bisect_right
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

from benchlab.charts.render.colours import COLOURS
from benchlab.charts.render.number_format import figure
from benchlab.histogram import Histogram

BINS_A_DECADE = 12
CURVE = (0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 99.995, 99.999)


def histogram_panel(key: str, label: str, histogram: Histogram) -> dict[str, Any]:
    edges = _edges(histogram)
    counts = [0] * (len(edges) - 1)
    for bucket in histogram.buckets():
        middle = (bucket.low_ms + bucket.high_ms) / 2
        counts[min(max(0, bisect_right(edges, middle) - 1), len(counts) - 1)] += bucket.count
    series = [{"label": label, "colour": "series-1", "values": counts}]
    labels = [figure(high) for _, high in pairwise(edges)]
    return {"key": key, "kind": "histogram", "unit": "ms", "labels": labels, "series": series}


def percentile_panel(key: str, histograms: dict[str, Histogram]) -> dict[str, Any]:
    series = [
        {"label": label, "colour": COLOURS[index % len(COLOURS)], "values": _curve(histogram)}
        for index, (label, histogram) in enumerate(histograms.items())
    ]
    return {"key": key, "kind": "percentiles", "unit": "ms", "series": series}


def _curve(histogram: Histogram) -> list[tuple[float, float]]:
    """Only percentiles that the number of values supports: p99.99 of 500 values is their maximum."""
    told = [percent for percent in CURVE if percent <= 100 * (1 - 1 / max(2, histogram.count))]
    return [(percent, float(f"{histogram.percentile(percent):.4g}")) for percent in told]


def _edges(histogram: Histogram) -> list[float]:
    low = floor(BINS_A_DECADE * log10(max(histogram.min_ms, 1e-4)))
    high = max(low + 1, ceil(BINS_A_DECADE * log10(max(histogram.max_ms, 1e-4)) + 1e-9))
    return [10 ** (step / BINS_A_DECADE) for step in range(low, high + 1)]
