"""What a run measured, its summary and its result document."""

from benchlab.models.results.measurements import CheckOutcome, Chunk, LayoutCapture, Note, Phase, StoredHistogram
from benchlab.models.results.series_storage import LiveChunks, measured_until
from benchlab.models.results.summaries import summarize

__all__ = [
    "CheckOutcome",
    "Chunk",
    "LayoutCapture",
    "LiveChunks",
    "Note",
    "Phase",
    "StoredHistogram",
    "measured_until",
    "summarize",
]
