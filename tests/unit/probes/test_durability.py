"""A badge says whether what was acknowledged survives a crash, and why not."""

import pytest

from benchlab.probes.durability import judge

SAFE = {
    "innodb_flush_log_at_trx_commit": "1",
    "sync_binlog": "0",
    "log_bin": "OFF",
    "innodb_doublewrite": "ON",
    "innodb_flush_method": "O_DIRECT",
}


def test_flushed_at_commit_with_doublewrite_and_without_binary_log_is_durable() -> None:
    assert judge(SAFE, engines=["InnoDB"], file_system="ext4")["badge"] == "durable"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"innodb_flush_log_at_trx_commit": "0"}, "innodb_flush_log_at_trx_commit = 0"),
        ({"innodb_flush_log_at_trx_commit": "2"}, "innodb_flush_log_at_trx_commit = 2"),
        ({"log_bin": "ON"}, "sync_binlog = 0 with the binary log on"),
        ({"innodb_doublewrite": "OFF"}, "innodb_doublewrite = OFF"),
        ({"innodb_doublewrite": "DETECT_ONLY"}, "innodb_doublewrite = DETECT_ONLY"),
        ({"innodb_flush_method": "nosync"}, "innodb_flush_method = nosync"),
    ],
)
def test_a_risky_setting_is_the_reason(changed: dict[str, str], reason: str) -> None:
    judged = judge({**SAFE, **changed}, engines=["InnoDB"], file_system="ext4")

    assert judged["badge"] == "not durable"
    assert reason in judged["reason"]


def test_a_synced_binary_log_is_durable() -> None:
    variables = {**SAFE, "log_bin": "ON", "sync_binlog": "1"}

    assert judge(variables, engines=["InnoDB"], file_system=None)["badge"] == "durable"


def test_a_table_that_is_not_crash_safe_is_named() -> None:
    judged = judge(SAFE, engines=["MyISAM", "InnoDB"], file_system="ext4")

    assert judged["badge"] == "not durable"
    assert judged["reason"] == "MyISAM tables are not crash-safe"


def test_data_in_memory_are_not_durable() -> None:
    assert judge(SAFE, engines=["InnoDB"], file_system="tmpfs")["reason"] == "the data lie in memory (tmpfs)"


def test_rocksdb_has_a_setting_of_its_own() -> None:
    variables = {**SAFE, "rocksdb_flush_log_at_trx_commit": "2"}

    assert "rocksdb_flush_log_at_trx_commit = 2" in judge(variables, engines=["ROCKSDB"], file_system=None)["reason"]
