"""Trust reasons from the host: other work, stolen time, swapping, and unwatched seconds."""

from collections.abc import Iterator

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.run_summary import Window, measured_windows, within
from benchlab.analysis.trust.host_disturbance import OTHER_WORK_PERCENT, STEAL_PERCENT, mean_of, other_work_percent
from benchlab.analysis.trust.trust_evidence import TrustEvidence, TrustReason, Weight, percent

SHARED_PERCENT = 80
MUCH_OTHER_WORK_PERCENT = 40
MUCH_STEAL_PERCENT = 20
SWAPPED_MB = 1
GAPS_SHARE = 0.1
SHORTEST_WATCH_S = 5
WATCHED = {"cpu": "the host's CPU", "mysqld": "the server's process", "server": "the server's counters"}


def reasons(evidence: TrustEvidence) -> Iterator[TrustReason]:
    windows = measured_windows(evidence.phases)
    if evidence.host:
        yield from _other_work(evidence, windows)
        yield from _steal(evidence, windows)
        yield from _swap(evidence)
        yield from _shared(evidence, windows)
        yield from _gaps(evidence, windows, ("cpu", "mysqld", "server"))
    else:
        yield TrustReason(
            Weight.RESERVATION,
            "The server's host was not watched: whether it swapped, did other work or lost its CPU to others "
            "is unknown. Run benchlab on the server's own machine to see it.",
        )
        yield from _gaps(evidence, windows, ("server",))
    yield from _phase_gaps(evidence)


def _other_work(evidence: TrustEvidence, windows: list[Window]) -> Iterator[TrustReason]:
    threads = evidence.host.get("threads") or 1
    other = other_work_percent(evidence.sources, windows, evidence.phases, threads=threads)
    if other is not None and other > OTHER_WORK_PERCENT:
        yield TrustReason(
            Weight.RUIN if other > MUCH_OTHER_WORK_PERCENT else Weight.DOUBT,
            f"{other:.0f} % of the host's CPU went neither to the server nor to the load generator (limit "
            f"{OTHER_WORK_PERCENT:.0f} %). Repeat the run while nothing else runs there.",
        )


def _steal(evidence: TrustEvidence, windows: list[Window]) -> Iterator[TrustReason]:
    stolen = mean_of(evidence.sources, windows, "cpu", "steal")
    if stolen is not None and stolen > STEAL_PERCENT:
        yield TrustReason(
            Weight.RUIN if stolen > MUCH_STEAL_PERCENT else Weight.DOUBT,
            f"Other virtual machines took {stolen:.0f} % of the host's CPU (steal) (limit {STEAL_PERCENT:.0f} %). "
            "Repeat the run while they are quiet, or on a machine of its own.",
        )


def _swap(evidence: TrustEvidence) -> Iterator[TrustReason]:
    before, after = ((each.get("host") or {}).get("swapped_bytes") for each in (evidence.start, evidence.end))
    if before is None or after is None:
        return
    swapped_mb = (after - before) / 2**20
    if swapped_mb > SWAPPED_MB:
        yield TrustReason(
            Weight.DOUBT,
            f"The host swapped {swapped_mb:,.0f} MB while the run went on (limit {SWAPPED_MB} MB). Give the server "
            "less memory, or the host more.",
        )


def _shared(evidence: TrustEvidence, windows: list[Window]) -> Iterator[TrustReason]:
    """Of a host that we see the load comes too: it is ours."""
    idle = mean_of(evidence.sources, windows, "cpu", "idle")
    if idle is None or not any(phase["kind"] == "drive" for phase in evidence.phases):
        return
    scarce = 100 - idle >= SHARED_PERCENT
    told = "took CPU from each other" if scarce else "had enough for both"
    yield TrustReason(
        Weight.RESERVATION if scarce else Weight.NOTE,
        f"Server and load generator ran on one machine and {told}: it was {100 - idle:.0f} % busy (limit "
        f"{SHARED_PERCENT} %). {'Make the load on another machine.' if scarce else ''}".rstrip(),
    )


def _gaps(evidence: TrustEvidence, windows: list[Window], sources: tuple[str, ...]) -> Iterator[TrustReason]:
    for source in sources:
        share = _missing(evidence.sources.get(source), windows)
        if share > GAPS_SHARE:
            yield TrustReason(
                Weight.RESERVATION,
                f"{percent(share)} of the seconds of {WATCHED[source]} are missing (limit {percent(GAPS_SHARE)}): what "
                "went on then is not known. The run's log says why.",
            )


def _phase_gaps(evidence: TrustEvidence) -> Iterator[TrustReason]:
    for phase in evidence.phases:
        share = _missing(evidence.sources.get(f"phase:{phase['name']}"), measured_windows([phase]))
        if phase["kind"] == "drive" and share > GAPS_SHARE:
            yield TrustReason(
                Weight.DOUBT,
                f"{percent(share)} of the seconds of the phase “{phase['name']}” could not be told in time (limit "
                f"{percent(GAPS_SHARE)}): the machine of the load was too busy. Give the load more processors.",
            )


def _missing(series: Series | None, windows: list[Window]) -> float:
    """The share of the windows' seconds without a sample; one at either end may be cut."""
    wanted = sum(end_s - start_s for start_s, end_s in windows)
    if wanted < SHORTEST_WATCH_S:
        return 0.0
    found = 0 if series is None else len(within(series, windows).times)
    return max(0.0, 1 - (found + 2 * len(windows)) / wanted) if found else 1.0
