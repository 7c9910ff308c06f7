"""The JSON of sysstat's tools, read as it is written: iostat ends it only on SIGINT, and sadf's may be huge."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from benchlab.metrics import Metric, Sample
from benchlab.probes.probe import MB

CPU = (
    Metric("user", "CPU, user", "%", "neither"),
    Metric("system", "CPU, system", "%", "lower"),
    Metric("iowait", "CPU, waiting for I/O", "%", "lower"),
    Metric("steal", "CPU, stolen by the hypervisor", "%", "lower"),
    Metric("idle", "CPU, idle", "%", "neither"),
)

OPENING = '"statistics": ['
KB = 1024.0
Report = dict[str, Any]
Names = Mapping[str, tuple[str, float]]
"""Our name -> sysstat's name and the factor to our unit."""

DISK: Names = {
    "reads": ("r/s", 1),
    "writes": ("w/s", 1),
    "read_mb": ("rkB/s", KB / MB),
    "written_mb": ("wkB/s", KB / MB),
    "read_await": ("r_await", 1),
    "write_await": ("w_await", 1),
    "flush_await": ("f_await", 1),
    "queue": ("aqu-sz", 1),
    "busy": ("util", 1),
}
SAR_DISK: Names = {
    "transfers": ("tps", 1),
    "disk_read": ("rkB", KB / MB),
    "disk_written": ("wkB", KB / MB),
    "await": ("await", 1),
    "queue": ("aqu-sz", 1),
    "busy": ("util-percent", 1),
}
SAR_NETWORK: Names = {
    "packets_received": ("rxpck", 1),
    "packets_sent": ("txpck", 1),
    "received": ("rxkB", KB / MB),
    "sent": ("txkB", KB / MB),
}
SAR_MEMORY: Names = {
    "memory_free": ("memfree", KB),
    "memory_available": ("avail", KB),
    "memory_used": ("memused-percent", 1),
    "memory_cached": ("cached", KB),
    "memory_dirty": ("dirty", KB),
}
SAR_QUEUE: Names = {"run_queue": ("runq-sz", 1), "load_1": ("ldavg-1", 1), "blocked": ("blocked", 1)}
SAR_TASKS: Names = {"forks": ("proc", 1), "context_switches": ("cswch", 1)}


def reports(chunks: Iterable[str]) -> Iterator[Report]:
    """Each element of the "statistics" array as soon as it is whole; what is half written is left out.

    Not by lines: iostat ends the last line of a report only when the next one begins.
    """
    decoder = json.JSONDecoder()
    pending, opened = "", ""
    for chunk in chunks:
        pending += chunk
        if not opened:
            before, opened, after = pending.partition(OPENING)
            pending = after if opened else before
        while opened:
            pending = pending.lstrip(" \t\n,")
            try:
                report, end = decoder.raw_decode(pending)
            except json.JSONDecodeError:
                break
            pending = pending[end:]
            yield report


def iostat_samples(report: Report, at_s: float) -> Iterator[Sample]:
    yield Sample("cpu", at_s, _cpu(report["avg-cpu"]))
    for disk in report["disk"]:
        yield Sample(f"disk:{disk['disk_device']}", at_s, _renamed(disk, DISK))


def sar_samples(report: Report, at_s: float) -> Iterator[Sample]:
    for cpu in report.get("cpu-load", ()):
        yield Sample("sar:cpu", at_s, _cpu(cpu))
    for key, source, names in (
        ("process-and-context-switch", "sar:tasks", SAR_TASKS),
        ("memory", "sar:memory", SAR_MEMORY),
        ("queue", "sar:queue", SAR_QUEUE),
    ):
        if key in report:
            yield Sample(source, at_s, _renamed(report[key], names))
    for disk in report.get("disk", ()):
        yield Sample(f"sar:disk:{disk['disk-device']}", at_s, _renamed(disk, SAR_DISK))
    for interface in report.get("network", {}).get("net-dev", ()):
        yield Sample(f"sar:network:{interface['iface']}", at_s, _renamed(interface, SAR_NETWORK))


def sar_time(report: Report) -> tuple[float, int]:
    """When the report was taken, in seconds since 1970, and how many seconds it covers."""
    stamp = report["timestamp"]
    taken_at = datetime.fromisoformat(f"{stamp['date']}T{stamp['time']}").replace(tzinfo=UTC)
    return taken_at.timestamp(), stamp["interval"]


def _cpu(load: Mapping[str, float]) -> dict[str, float]:
    """``user`` takes in the nice ones, so that the five add up to 100."""
    shares = {name: load[name] for name in ("system", "iowait", "steal", "idle")}
    return {"user": load["user"] + load["nice"], **shares}


def _renamed(measured: Mapping[str, Any], names: Names) -> dict[str, float]:
    """What this version of sysstat does not report is left out."""
    return {ours: measured[theirs] * factor for ours, (theirs, factor) in names.items() if theirs in measured}
