"""Everything that sysstat tells us has a title, a unit and a direction."""

from pathlib import Path

from benchlab.metrics import kind_of
from benchlab.probes import METRICS
from benchlab.probes.host import sysstat_json


def test_every_value_of_iostat_and_sar_has_a_metric(recorded: Path) -> None:
    iostat = next(sysstat_json.reports([(recorded / "iostat.json").read_text()]))
    sar = next(sysstat_json.reports([(recorded / "sadf.json").read_text()]))

    samples = [*sysstat_json.iostat_samples(iostat, 1), *sysstat_json.sar_samples(sar, 1)]

    told = {(kind_of(sample.source), name) for sample in samples for name in sample.values}
    assert told == {key for key in METRICS if key[0] in ("cpu", "disk", "sar")}


def test_a_metric_is_filed_under_its_own_name() -> None:
    assert all(metric.name == name for (_, name), metric in METRICS.items())
