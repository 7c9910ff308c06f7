"""Two readings of a server's counters become a second's figures, and never a wrong one."""

import pytest

from benchlab.probes import METRICS
from benchlab.probes.server import status_counters
from benchlab.probes.server.status_counters import Reading, figures


def between(before: dict[str, float], after: dict[str, float], *, seconds: float = 1.0) -> dict[str, float]:
    return figures(Reading(10.0, before), Reading(10.0 + seconds, after))


def test_a_rate_is_the_growth_a_second() -> None:
    assert between({"Questions": 100}, {"Questions": 400}, seconds=2)["queries"] == 150


def test_what_did_not_grow_is_zero_and_no_gap() -> None:
    assert between({"Key_reads": 5}, {"Key_reads": 5})["key_reads"] == 0


def test_insert_select_counts_as_an_insert() -> None:
    before = {"Com_insert": 10, "Com_insert_select": 1}
    after = {"Com_insert": 15, "Com_insert_select": 3}

    assert between(before, after)["inserts"] == 7


def test_rows_come_from_innodb_on_mysql_and_from_the_handler_on_mariadb() -> None:
    on_mysql = between(
        {"Innodb_rows_inserted": 0, "Handler_write": 0}, {"Innodb_rows_inserted": 5, "Handler_write": 900}
    )
    on_mariadb = between({"Handler_write": 0}, {"Handler_write": 7})

    assert on_mysql["rows_inserted"] == 5
    assert on_mariadb["rows_inserted"] == 7


def test_a_counter_that_the_server_lacks_has_no_figure() -> None:
    found = between({"Questions": 1}, {"Questions": 2})

    assert set(found) == {"queries"}


def test_a_counter_that_was_set_back_is_a_gap_and_not_negative() -> None:
    found = between({"Questions": 500, "Key_reads": 1}, {"Questions": 3, "Key_reads": 2})

    assert "queries" not in found
    assert found["key_reads"] == 1


def test_after_a_restart_no_rate_is_told_even_where_a_counter_is_higher() -> None:
    before = {"Uptime_since_flush_status": 900, "Questions": 5, "Threads_running": 1}
    after = {"Uptime_since_flush_status": 1, "Questions": 50, "Threads_running": 3}

    found = between(before, after)

    assert found == {"threads_running": 3}


def test_buffer_pool_hits_are_a_share_of_the_pages_asked_for() -> None:
    before = {"Innodb_buffer_pool_reads": 10, "Innodb_buffer_pool_read_requests": 1000}
    after = {"Innodb_buffer_pool_reads": 15, "Innodb_buffer_pool_read_requests": 1100}

    assert between(before, after)["buffer_pool_hit"] == pytest.approx(95)


def test_without_a_page_asked_for_there_is_no_hit_share() -> None:
    idle = {"Innodb_buffer_pool_reads": 10, "Innodb_buffer_pool_read_requests": 1000}

    assert "buffer_pool_hit" not in between(idle, idle)


def test_mysql_s_checkpoint_age_is_the_distance_of_its_log_positions() -> None:
    now = {"Innodb_redo_log_current_lsn": 5_000.0, "Innodb_redo_log_checkpoint_lsn": 1_200.0}

    assert between(now, now)["checkpoint_age"] == 3_800


def test_bytes_are_told_in_mb() -> None:
    found = between({"Innodb_os_log_written": 0}, {"Innodb_os_log_written": 3 * 1024 * 1024})

    assert found["log_written"] == 3


def test_every_figure_has_a_metric() -> None:
    named = {*status_counters.RATES, *status_counters.GAUGES, "buffer_pool_hit", "buffer_pool_dirty_share"}

    assert named == {name for kind, name in METRICS if kind == "server"}
