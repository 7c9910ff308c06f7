"""The colours of series, as the style sheet names them: distinct in lightness too, and none means good or bad."""

COLOURS = ("series-1", "series-2", "series-3", "series-4", "series-6", "series-5")
"""In the order in which lines get them."""
