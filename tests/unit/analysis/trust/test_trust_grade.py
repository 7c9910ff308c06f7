"""Each criterion lowers the grade at its limit, names its phase, its figure and its limit, and says what to do."""

from typing import Any

import numpy as np
import pytest

from benchlab.analysis.runs.series import Series
from benchlab.analysis.trust.trust_evidence import TrustEvidence, TrustReason, Weight
from benchlab.analysis.trust.trust_grade import TrustGrade, beyond_reasons, graded, judge

SECONDS = 30
VARIABLES = {"innodb_flush_log_at_trx_commit": "1", "max_connections": "151", "gtid_current_pos": "0-1-7"}
CLOCK = {"offset_ms": 0.1, "within_ms": 0.2}


def drive(**changes: Any) -> dict[str, Any]:
    details = {"client_cpu_percent": 20.0, "processes": 1, "starved_share": 0.0, "unstarted": 0}
    known = {"name": "insert", "kind": "drive", "started_s": 0.0, "warmup_s": 0.0, "seconds": float(SECONDS)}
    counted = {"transactions": 30_000, "errors": {}, "details": {**details, **changes.pop("details", {})}}
    return {**known, **counted, **changes}


def series(seconds: int = SECONDS, **values: float) -> Series:
    return Series(np.arange(1.0, seconds + 1), {name: np.full(seconds, value) for name, value in values.items()})


def judged(
    *phases: dict[str, Any],
    rates: np.ndarray | None = None,
    cpu: Series | None = None,
    start: dict[str, Any] | None = None,
    end: dict[str, Any] | None = None,
    **sources: Series,
) -> TrustGrade:
    """Of a run on a quiet machine of its own, but for what is given."""
    quiet = {"mysqld": series(cpu=80.0), "server": series(queries=1.0)}
    watched = {"cpu": cpu or series(idle=60.0, iowait=0.0, steal=0.0), **quiet}
    rate = Series(np.arange(1.0, SECONDS + 1), {"per_second": np.full(SECONDS, 1000.0) if rates is None else rates})
    known = {"variables": VARIABLES, "clock": CLOCK, "host": {"threads": 4, "swapped_bytes": 0}}
    return judge(
        TrustEvidence(phases or (drive(),), {**watched, "phase:insert": rate, **sources}, {**known, **(start or {})},
                 {**known, **({} if end is None else end)} if end != {} else {})
    )  # fmt: skip


def test_nothing_found_is_an_a_and_says_that_the_machine_was_shared() -> None:
    found = judged()

    assert found.grade == "A"
    assert found.reasons == (
        "Server and load generator ran on one machine and had enough for both: it was 40 % busy (limit 80 %).",
    )


@pytest.mark.parametrize(
    ("changes", "grade", "says"),
    [
        ({"details": {"client_cpu_percent": 80.0}}, "C", "used 80 % of the CPU that it can use (limit 80 %)"),
        ({"details": {"client_cpu_percent": 97.0}}, "D", "Give the load more processors or a host of its own."),
        ({"details": {"starved_share": 0.02}}, "C", "waited 2.0 % of the time for generated statements (limit 1 %)"),
        ({"details": {"rate_per_s": 1100.0}}, "C", "1,000 of 1,100 transactions/s were made, 91 % (limit 99 %)"),
        ({"details": {"rate_per_s": 2000.0}}, "D", "Lower the rate, or use more clients."),
        (
            {"details": {"rate_per_s": 1000.0, "unstarted": 101}},
            "C",
            "101 transactions were due by then and not begun (limit 100",
        ),
        ({"errors": {"1213": 400}}, "C", "1.3 % of the transactions of the phase “insert” ended in an error"),
        ({"errors": {"1213": 4000, "1205": 20}}, "D", "(4,000 of code 1213, 20 of code 1205; limit 1 %)"),
        ({"transactions": 0}, "D", "Not one transaction of the phase “insert” succeeded"),
        ({"seconds": 19.0}, "B", "was measured for 19.0 s, too short to tell whether it was steady (limit 20 s)"),
        ({"seconds": 9.0}, "C", "Measure for longer."),
        ({"transactions": 999}, "B", "made 999 transactions, too few for a p99 (limit 1,000)"),
    ],
)
def test_a_phase_tells_against_its_figures(changes: dict[str, Any], grade: str, says: str) -> None:
    found = judged(drive(**changes))

    assert found.grade == grade
    assert says in found.reasons[0]
    assert "the phase “insert”" in found.reasons[0].replace("The phase", "the phase")


@pytest.mark.parametrize(
    "changes",
    [
        {"details": {"client_cpu_percent": 79.9}},
        {"details": {"rate_per_s": 1005.0, "unstarted": 100}},
        {"errors": {"1213": 300}},
    ],
)
def test_what_is_within_its_limit_is_no_reason(changes: dict[str, Any]) -> None:
    assert judged(drive(**changes)).grade == "A"


def test_random_arrivals_may_be_fewer_by_chance() -> None:
    few = drive(transactions=2900, details={"rate_per_s": 100.0})

    assert judged(few).grade == "A"


@pytest.mark.parametrize(
    ("rates", "grade", "says"),
    [
        (np.linspace(1100, 900, SECONDS), "B", "fell by 20 % from its beginning to its end (limit 10 %)"),
        (np.linspace(500, 1500, SECONDS), "C", "rose by 100 % from its beginning to its end"),
        (np.repeat([1000.0, 850.0], 15), "B", "at once, 15 s after the run began (limit 10 %)"),
        (np.tile([600.0, 1400.0], 15), "B", "varied by 41 % from second to second (limit 25 %)"),
    ],
)
def test_a_rate_that_was_not_steady_is_told(rates: np.ndarray, grade: str, says: str) -> None:
    found = judged(rates=rates)

    assert found.grade == grade
    assert says in found.reasons[0]


def test_a_query_that_was_made_once_can_not_be_told_from_noise() -> None:
    query = {"name": "best", "kind": "query", "started_s": 40.0, "warmup_s": 0.0, "seconds": 1.0}
    once = {**query, "details": {"shots": [1.0]}}
    thrice = {**query, "details": {"shots": [1.0, 1.1, 0.9]}}

    assert "The phase “best” was made fewer than 3 times" in judged(drive(), once).reasons[0]
    assert judged(drive(), thrice).grade == "A"


def test_what_is_to_be_said_of_many_phases_is_said_once() -> None:
    found = judged(*(drive(name=f"step {number}", seconds=4.0 + number) for number in range(6)))

    [short] = [reason for reason in found.reasons if "too short" in reason]
    assert "“step 0”, “step 1”, “step 2”, “step 3” and 2 more were measured for 4.0 s at the least" in short


@pytest.mark.parametrize(
    ("cpu", "grade", "says"),
    [
        ({"idle": 40.0, "steal": 0.0}, "C", "35 % of the host's CPU went neither to the server nor to the load"),
        ({"idle": 60.0, "steal": 6.0}, "C", "Other virtual machines took 6 % of the host's CPU (steal) (limit 5 %)"),
        ({"idle": 60.0, "steal": 21.0}, "D", "or on a machine of its own"),
    ],
)
def test_a_host_that_was_disturbed_is_told(cpu: dict[str, float], grade: str, says: str) -> None:
    found = judged(cpu=series(iowait=0.0, **cpu))

    assert found.grade == grade
    assert any(says in reason for reason in found.reasons)


def test_a_machine_that_is_full_with_server_and_load_is_a_reservation() -> None:
    found = judged(cpu=series(idle=15.0, iowait=0.0, steal=0.0), mysqld=series(cpu=300.0))

    assert found.grade == "B"
    assert "took CPU from each other: it was 85 % busy (limit 80 %). Make the load on another" in found.reasons[0]


def test_swapping_is_told_with_how_much() -> None:
    end = {"host": {"threads": 4, "swapped_bytes": 50 * 2**20}}

    found = judged(end=end)

    assert found.grade == "C"
    assert "The host swapped 50 MB while the run went on (limit 1 MB)" in found.reasons[0]


def test_seconds_that_nobody_watched_are_told() -> None:
    found = judged(mysqld=series(20, cpu=80.0))

    assert found.grade == "B"
    assert "27 % of the seconds of the server's process are missing (limit 10 %)" in found.reasons[0]


def test_a_host_that_is_not_ours_is_said_to_be_unknown() -> None:
    found = judged(start={"host": None}, end={"host": None})

    assert found.grade == "B"
    assert "The server's host was not watched" in found.reasons[0]


def test_a_setting_that_somebody_changed_is_told_with_both_values() -> None:
    found = judged(end={"variables": {**VARIABLES, "max_connections": "500"}})

    assert found.grade == "C"
    assert "max_connections from 151 to 500" in found.reasons[0]


def test_a_changed_durability_makes_the_figures_those_of_two_servers() -> None:
    assert judged(end={"variables": {**VARIABLES, "innodb_flush_log_at_trx_commit": "0"}}).grade == "D"


def test_a_setting_that_was_put_back_is_told_with_its_time() -> None:
    seen = {"innodb_flush_log_at_trx_commit": {"at_s": 15.0, "before": "1", "after": "2"}}

    found = judged(end={"changed_meanwhile": seen})

    assert found.grade == "D"
    assert "innodb_flush_log_at_trx_commit from 1 to 2 about 15 s after the run began" in found.reasons[0]


def test_variables_that_go_on_by_themselves_are_no_change() -> None:
    assert judged(end={"variables": {**VARIABLES, "gtid_current_pos": "0-1-99"}}).grade == "A"


def test_settings_that_could_not_be_read_at_the_end_are_a_reservation() -> None:
    found = judged(end={})

    assert found.grade == "B"
    assert "could not be read at the end" in found.reasons[0]


def test_a_clock_that_is_wrong_is_told_and_one_that_is_not_known_is_said_so() -> None:
    wrong = judged(start={"clock": {"offset_ms": -3600_000.0, "within_ms": 3.0}})
    unknown = judged(start={"clock": None})

    assert (wrong.grade, unknown.grade) == ("B", "A")
    assert "The server's clock is 3,600.0 s behind that of benchlab (limit 1 s)" in wrong.reasons[0]
    assert any("clock and benchlab's is unknown" in reason for reason in unknown.reasons)


def test_the_gravest_reason_decides_and_stands_first() -> None:
    found = graded(
        [TrustReason(Weight.NOTE, "note"), TrustReason(Weight.RUIN, "ruin"), TrustReason(Weight.DOUBT, "doubt")]
    )

    assert found == TrustGrade("D", ("ruin", "doubt", "note"))


def test_a_warning_that_a_reason_has_told_is_not_told_twice() -> None:
    warnings = [
        "The load generator was the limit in the phase “insert”: its processes used 91% ...",
        "The load generator was the limit in the phase “reads”: its processes used 91% ...",
        "3 rows were skipped in the phase “insert”.",
    ]

    left = list(beyond_reasons(warnings, judged(drive(details={"client_cpu_percent": 91.0})).reasons))

    assert left == warnings[1:]


def test_a_moment_at_the_start_of_a_short_drive_is_no_limit_of_the_generator() -> None:
    found = judged(drive(seconds=0.05, details={"starved_share": 0.9}))

    assert not [reason for reason in found.reasons if "load generator was the limit" in reason]
