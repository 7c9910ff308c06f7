"""What a run measured, its summary and its result document."""

from benchlab.models.results.measurements import CheckOutcome, Chunk, LayoutCapture, Note, Phase, StoredHistogram
from benchlab.models.results.run_summary import summarize
from benchlab.models.results.series_chunks import LiveChunks, measured_until

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
