"""Reports, share links and saved filters."""

from benchlab.models.publishing.references_to_runs import references_to
from benchlab.models.publishing.report import Report, ReportSection
from benchlab.models.publishing.saved_filter import Listing, SavedFilter
from benchlab.models.publishing.share_link import Reveal, Shared, ShareLink

__all__ = [
    "Listing",
    "Report",
    "ReportSection",
    "Reveal",
    "SavedFilter",
    "ShareLink",
    "Shared",
    "references_to",
]
