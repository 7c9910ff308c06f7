"""Trust reasons from the server: settings changed during the run, and its clock offset."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchlab.analysis.trust.trust_evidence import TrustEvidence, TrustReason, Weight

MOVING = ("gtid_", "wsrep_", "last_gtid", "persisted_globals_load", "rand_seed", "timestamp")
"""Beginnings of the names of variables that go on by themselves."""
DURABILITY = (
    "innodb_flush_log_at_trx_commit", "innodb_flush_log_at_timeout", "innodb_doublewrite", "innodb_flush_method",
    "log_bin", "sync_binlog", "rocksdb_flush_log_at_trx_commit",
)  # fmt: skip
MOST_NAMED = 5
CLOCK_LIMIT_MS = 1000


def reasons(evidence: TrustEvidence) -> Iterator[TrustReason]:
    if evidence.end:
        yield from _changed(evidence.start, evidence.end)
    else:
        yield TrustReason(
            Weight.RESERVATION,
            "The server's settings could not be read at the end: whether one was changed during the run is unknown.",
        )
    yield from _clock(evidence.start.get("clock"))


def changed_settings(start: Mapping[str, Any], end: Mapping[str, Any]) -> dict[str, str]:
    """How global variables changed, by name; also those that were put back. A run sets its own before the start."""
    before, after = start.get("variables") or {}, end.get("variables") or {}
    lasting = {name: f"from {before[name]} to {after[name]}" for name in before if before[name] != after.get(name)}
    seen = {
        name: f"from {each['before']} to {each['after']} about {each['at_s']:.0f} s after the run began"
        for name, each in (end.get("changed_meanwhile") or {}).items()
    }
    return {name: how for name, how in sorted({**lasting, **seen}.items()) if not name.startswith(MOVING)}


def _changed(start: Mapping[str, Any], end: Mapping[str, Any]) -> Iterator[TrustReason]:
    changed = changed_settings(start, end)
    if not changed:
        return
    named = [f"{name} {how}" for name, how in changed.items()]
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    yield TrustReason(
        Weight.RUIN if any(name in DURABILITY for name in changed) else Weight.DOUBT,
        f"Settings of the server were changed during the run: {', '.join(named[:MOST_NAMED])}{more} "
        "(limit: none). The figures mix both values; make sure that nothing else uses the server, and run it again.",
    )


def _clock(clock: Mapping[str, Any] | None) -> Iterator[TrustReason]:
    if not clock:
        yield TrustReason(Weight.NOTE, "The offset between the server's clock and benchlab's is unknown.")
        return
    offset_ms = clock["offset_ms"]
    if abs(offset_ms) > CLOCK_LIMIT_MS + clock["within_ms"]:
        yield TrustReason(
            Weight.RESERVATION,
            f"The server's clock is {abs(offset_ms) / 1000:,.1f} s {'ahead of' if offset_ms > 0 else 'behind'} that of "
            f"benchlab (limit {CLOCK_LIMIT_MS / 1000:.0f} s): its logs do not line up with the charts. Synchronise "
            "both machines with one time server.",
        )
