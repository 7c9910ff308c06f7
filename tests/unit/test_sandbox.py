"""A sandbox's settings suit the machine, and what goes wrong with it is said in a sentence."""

from pathlib import Path

import pytest

from benchlab.sandbox import Sandbox, SandboxError, default_settings
from benchlab.sandbox import settings as options
from benchlab.sandbox.failure_messages import failure
from benchlab.sandbox.settings import GB, buffer_pool_bytes

MB = 1024**2


@pytest.mark.parametrize(
    ("memory_bytes", "expected"),
    [(1 * GB, 256 * MB), (6 * GB, 1536 * MB), (8 * GB, 2 * GB), (512 * GB, 2 * GB), (256 * MB, 128 * MB)],
)
def test_the_buffer_pool_is_a_quarter_of_the_memory_up_to_2_gb(memory_bytes: int, expected: int) -> None:
    assert buffer_pool_bytes(memory_bytes) == expected


def test_a_sandbox_is_durable_unless_told_otherwise(tmp_path: Path) -> None:
    settings = default_settings(tmp_path)

    assert settings["innodb_flush_log_at_trx_commit"] == 1
    assert settings["skip_log_bin"] is True


def test_a_setting_of_one_s_own_wins_and_a_binary_log_may_be_had(tmp_path: Path) -> None:
    chosen = options.chosen(tmp_path, {"innodb_flush_log_at_trx_commit": 2, "log_bin": "binlog"}, tmp_path)

    assert chosen["innodb_flush_log_at_trx_commit"] == 2
    assert "skip_log_bin" not in chosen


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"datadir": "/elsewhere"}, "datadir is the sandbox's own business and can not be set."),
        ({"max connections": 5}, "'max connections' is not the name of a setting."),
        ({"sql_mode": "x\n[client]"}, "The value of sql_mode has more than one line."),
    ],
)
def test_what_may_not_be_set_is_refused(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(SandboxError, match=r".") as refusal:
        options.check(settings)

    assert str(refusal.value) == sentence


def test_an_option_file_is_private_and_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "client.cnf"

    options.write(path, {"client": {"user": "benchlab", "password": "a%b=c", "tls": True}})

    assert path.stat().st_mode & 0o777 == 0o600
    assert options.read(path, "client") == {"user": "benchlab", "password": "a%b=c", "tls": "ON"}


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("[ERROR] Can't start server: Bind on TCP/IP port: Address already in use", "its port is taken"),
        ("[ERROR] InnoDB: Write to file ib_logfile0 failed: No space left on device", "the disk is full"),
        ("[ERROR] InnoDB: Unable to lock ./ibdata1 error: 11", "another server uses its data directory"),
        ("[ERROR] unknown variable 'inodb_x=1'", "it refuses one of its settings"),
        ("[ERROR] InnoDB: Header page consists of zero bytes; corrupted", "its data directory is damaged"),
        ("all quiet", "see its last words"),
    ],
)
def test_a_server_s_last_words_become_a_reason(written: str, reason: str) -> None:
    sentence = str(failure("Sandbox one does not start", written))

    assert sentence.startswith(f"Sandbox one does not start: {reason}")
    assert written in sentence


@pytest.mark.parametrize("name", ["", "../up", "a b", "ü", "-"])
def test_a_name_that_is_no_folder_s_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SandboxError, match="can not be a sandbox's name"):
        Sandbox.named(tmp_path, name)


def test_myrocks_is_loaded_at_the_start_where_its_plugin_is_at_hand(tmp_path: Path) -> None:
    (tmp_path / "ha_rocksdb.so").touch()

    found = options.chosen(tmp_path, {}, tmp_path)

    assert (found["plugin_dir"], found["plugin_load_add"]) == (str(tmp_path), "ha_rocksdb")


def test_a_folder_without_sandboxes_lists_none(tmp_path: Path) -> None:
    assert Sandbox.list_all(tmp_path / "missing") == []
