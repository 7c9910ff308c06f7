"""A badge says whether what was acknowledged survives a crash, or what a crash costs at worst, and why."""

import pytest

from benchlab.probes.server.durability import engines_of, judge, worst

SAFE = {
    "innodb_flush_log_at_trx_commit": "1",
    "sync_binlog": "0",
    "log_bin": "OFF",
    "innodb_doublewrite": "ON",
    "innodb_flush_method": "O_DIRECT",
}
LOSES_A_SECOND = "loses up to 1 s on crash"


def test_flushed_at_commit_with_doublewrite_and_without_binary_log_is_durable() -> None:
    assert judge(SAFE, engines=["InnoDB"], file_system="ext4")["badge"] == "durable"


@pytest.mark.parametrize(
    ("changed", "badge", "reason"),
    [
        ({"innodb_flush_log_at_trx_commit": "0"}, LOSES_A_SECOND, "innodb_flush_log_at_trx_commit = 0"),
        ({"innodb_flush_log_at_trx_commit": "2"}, LOSES_A_SECOND, "innodb_flush_log_at_trx_commit = 2"),
        ({"log_bin": "ON"}, "loses commits on crash", "sync_binlog = 0 with the binary log on"),
        ({"innodb_doublewrite": "OFF"}, "not crash-safe", "innodb_doublewrite = OFF"),
        ({"innodb_doublewrite": "DETECT_ONLY"}, "not crash-safe", "innodb_doublewrite = DETECT_ONLY"),
        ({"innodb_flush_method": "nosync"}, "not crash-safe", "innodb_flush_method = nosync"),
    ],
)
def test_a_risky_setting_is_the_reason(changed: dict[str, str], badge: str, reason: str) -> None:
    judged = judge({**SAFE, **changed}, engines=["InnoDB"], file_system="ext4")

    assert judged["badge"] == badge
    assert reason in judged["reason"]


def test_how_much_may_be_lost_follows_from_how_often_the_log_is_flushed() -> None:
    variables = {**SAFE, "innodb_flush_log_at_trx_commit": "2", "innodb_flush_log_at_timeout": "10"}

    assert judge(variables, engines=["InnoDB"], file_system=None)["badge"] == "loses up to 10 s on crash"


def test_a_synced_binary_log_is_durable() -> None:
    variables = {**SAFE, "log_bin": "ON", "sync_binlog": "1"}

    assert judge(variables, engines=["InnoDB"], file_system=None)["badge"] == "durable"


def test_a_table_that_is_not_crash_safe_is_named_and_is_worse_than_any_setting() -> None:
    judged = judge({**SAFE, "innodb_flush_log_at_trx_commit": "0"}, engines=["MyISAM", "innodb"], file_system="ext4")

    assert judged["badge"] == "not crash-safe"
    assert judged["reason"].startswith("MyISAM tables have no transactions")
    assert "innodb_flush_log_at_trx_commit = 0" in judged["reason"]


def test_data_in_memory_are_not_crash_safe() -> None:
    judged = judge(SAFE, engines=["InnoDB"], file_system="tmpfs")

    assert (judged["badge"], judged["reason"]) == ("not crash-safe", "the data lie in memory (tmpfs).")


def test_how_long_the_device_takes_stands_beside_it() -> None:
    judged = judge(SAFE, engines=["InnoDB"], file_system="ext4", fdatasync_ms=0.0912)

    assert judged["reason"].endswith("Its device makes a write safe in 0.091 ms.")


def test_rocksdb_has_a_setting_of_its_own() -> None:
    variables = {**SAFE, "rocksdb_flush_log_at_trx_commit": "2"}

    judged = judge(variables, engines=["ROCKSDB"], file_system=None)

    assert (judged["badge"], judged["reason"]) == (LOSES_A_SECOND, "rocksdb_flush_log_at_trx_commit = 2.")


def test_engines_are_told_from_the_definitions_of_tables() -> None:
    assert engines_of(["CREATE TABLE a (i INT) ENGINE=MyISAM", "... engine = InnoDB", "..."]) == {"MyISAM", "InnoDB"}


def test_of_two_badges_the_worse_is_the_runs() -> None:
    assert worst(["durable", LOSES_A_SECOND]) == LOSES_A_SECOND
    assert worst([LOSES_A_SECOND, "not crash-safe", "loses commits on crash"]) == "not crash-safe"
