"""What a run measured, its summary and its result document."""

from benchlab.models.results.measurements import CheckOutcome, Chunk, Histogram, LayoutCapture, Note, Phase
from benchlab.models.results.series import LiveChunks, measured_until
from benchlab.models.results.summaries import summarize

__all__ = [
    "CheckOutcome",
    "Chunk",
    "Histogram",
    "LayoutCapture",
    "LiveChunks",
    "Note",
    "Phase",
    "measured_until",
    "summarize",
]
