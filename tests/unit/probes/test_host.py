"""What a machine hides is null with a reason, and settings are compared by their meaning."""

from pathlib import Path

import pytest

from benchlab.probes.host import host_facts
from benchlab.probes.host.storage import DataStorage
from benchlab.probes.snapshot.snapshot import differs
from benchlab.probes.unknown_values import HiddenError, chosen_of, gather


def hidden() -> str:
    raise HiddenError("The box is closed.")


def test_a_hidden_value_is_null_with_its_reason() -> None:
    values, reasons = gather({"colour": lambda: "red", "weight": hidden})

    assert values == {"colour": "red", "weight": None}
    assert reasons == {"weight": "The box is closed."}


def test_the_kernel_s_choice_is_the_one_in_brackets(tmp_path: Path) -> None:
    (tmp_path / "scheduler").write_text("none [mq-deadline] kyber\n")
    (tmp_path / "plain").write_text("none\n")

    assert chosen_of(tmp_path / "scheduler") == "mq-deadline"
    assert chosen_of(tmp_path / "plain") == "none"


def test_every_null_of_this_host_has_a_reason() -> None:
    described, reasons = host_facts.describe()

    assert {field for field, value in described.items() if value is None} == set(reasons)
    assert described["memory_bytes"] > 0


def test_a_folder_s_storage_is_described_down_to_its_write_time(tmp_path: Path) -> None:
    described, reasons = DataStorage(str(tmp_path), tmp_path).describe()

    assert described["file_system"]
    assert {field for field, value in described.items() if value is None} == set(reasons)
    assert described["fdatasync_ms"]["median"] > 0


@pytest.mark.parametrize(
    ("value", "default"), [("ON", "1"), ("off", "OFF"), ("/data/", "/data"), ("O_DIRECT", "o_direct"), ("", "")]
)
def test_two_spellings_of_a_setting_do_not_differ(value: str, default: str) -> None:
    assert not differs(value, default)


@pytest.mark.parametrize(("value", "default"), [("2", "1"), ("ON", "OFF"), ("", "x"), ("10", "1")])
def test_two_values_of_a_setting_differ(value: str, default: str) -> None:
    assert differs(value, default)
