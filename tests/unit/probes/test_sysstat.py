"""What sysstat's tools write becomes samples as soon as it is whole."""

import json
from pathlib import Path

import pytest

from benchlab.probes.host import sysstat_json


def test_each_second_of_iostat_tells_of_the_cpu_and_of_every_device(recorded: Path) -> None:
    reports = list(sysstat_json.reports([(recorded / "iostat.json").read_text()]))

    samples = [sample for report in reports for sample in sysstat_json.iostat_samples(report, 1)]

    assert [sample.source for sample in samples] == ["cpu", "disk:vda"] * 3


def test_iostat_s_names_and_units_become_ours(recorded: Path) -> None:
    first = next(sysstat_json.reports([(recorded / "iostat.json").read_text()]))

    cpu, disk = sysstat_json.iostat_samples(first, 7)

    assert cpu.at_s == 7
    assert cpu.values == {"user": 0.0, "system": 7.54, "iowait": 2.51, "steal": 0.0, "idle": 89.95}
    assert disk.values["writes"] == 25
    assert disk.values["written_mb"] == pytest.approx(81932 / 1024)


@pytest.mark.parametrize("size", [1, 7, 100, 4096])
def test_the_stream_may_be_cut_anywhere(recorded: Path, size: int) -> None:
    text = (recorded / "iostat.json").read_text()
    chunks = [text[start : start + size] for start in range(0, len(text), size)]

    reports = list(sysstat_json.reports(chunks))

    assert reports == json.loads(text)["sysstat"]["hosts"][0]["statistics"]


def test_a_report_is_given_before_the_next_one_begins(recorded: Path) -> None:
    text = (recorded / "iostat.json").read_text()
    end_of_first = text.index("},\n\t\t\t\t{") + 1

    reports = list(sysstat_json.reports([text[:end_of_first]]))

    assert len(reports) == 1


def test_a_half_written_report_is_left_out(recorded: Path) -> None:
    text = (recorded / "iostat.json").read_text()
    middle_of_third = text.rindex("avg-cpu")

    reports = list(sysstat_json.reports([text[:middle_of_third]]))

    assert len(reports) == 2


def test_a_stream_without_a_report_is_none() -> None:
    assert list(sysstat_json.reports([])) == []
    assert list(sysstat_json.reports(['{"sysstat": {\n\t"hosts": ['])) == []


def test_sar_tells_of_everything_that_was_asked_for(recorded: Path) -> None:
    first = next(sysstat_json.reports([(recorded / "sadf.json").read_text()]))

    samples = {sample.source: sample.values for sample in sysstat_json.sar_samples(first, 1)}

    assert set(samples) == {
        *("sar:cpu", "sar:tasks", "sar:memory", "sar:queue"),
        *("sar:disk:vda", "sar:network:lo", "sar:network:eth0"),
    }
    assert samples["sar:tasks"] == {"forks": 3.0, "context_switches": 765.0}
    assert samples["sar:memory"]["memory_free"] == 22991804 * 1024
    assert samples["sar:disk:vda"]["disk_written"] == pytest.approx(81932 / 1024)


def test_what_a_version_of_sysstat_does_not_tell_is_left_out(recorded: Path) -> None:
    report = next(sysstat_json.reports([(recorded / "sadf.json").read_text()]))
    del report["network"], report["queue"], report["memory"]["avail"]

    samples = {sample.source: sample.values for sample in sysstat_json.sar_samples(report, 1)}

    assert "sar:queue" not in samples
    assert "memory_available" not in samples["sar:memory"]
    assert "memory_free" in samples["sar:memory"]
