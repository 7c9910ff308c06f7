"""UTC timestamps, as every document of benchlab writes them."""

from datetime import UTC, datetime


def iso_utc(at: datetime | None) -> str | None:
    """ISO 8601 with milliseconds, such as 2026-11-22T01:30:00.000Z; None for None."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else None
