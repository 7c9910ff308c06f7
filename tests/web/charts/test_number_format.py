import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchlab.charts.render import number_format


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (18420.4, "18,420"),
        (231.4, "231"),
        (23.14, "23.1"),
        (2.314, "2.31"),
        (0.02314, "0.0231"),
        (0, "0"),
        (-2.314, "-2.31"),
        (None, "\N{EN DASH}"),
        (float("nan"), "\N{EN DASH}"),
        ("", "\N{EN DASH}"),
    ],
)
def test_a_figure_has_three_figures_and_is_grouped(value: float | None, expected: str) -> None:
    assert number_format.figure(value) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.43, "430 ms"),
        (12.34, "12.3 s"),
        (12.0, "12 s"),
        (125, "2 min 05 s"),
        (3720, "1 h 02 min"),
        (None, "\N{EN DASH}"),
    ],
)
def test_a_duration_is_told_in_the_units_people_use(seconds: float | None, expected: str) -> None:
    assert number_format.duration(seconds) == expected


@pytest.mark.parametrize(("seconds", "expected"), [(31, "0:31"), (725, "12:05"), (3723, "1:02:03"), (-1, "0:00")])
def test_a_clock_counts_minutes_and_hours(seconds: float, expected: str) -> None:
    assert number_format.clock(seconds) == expected


@pytest.mark.parametrize(
    ("value", "name", "expected"),
    [
        ("2147483648", "innodb_buffer_pool_size", "2 GiB"),
        ("500", "max_connections", "500"),
        ("4096", "port", "4096"),
        ("ON", "log_bin", "ON"),
    ],
)
def test_a_setting_is_a_size_only_where_its_name_says_so(value: str, name: str, expected: str) -> None:
    assert number_format.setting(value, name) == expected


def test_a_setting_that_may_hold_a_secret_is_said_not_to_be_kept() -> None:
    assert number_format.setting(None, "report_password") == "not kept"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (-2, "just now"),
        (59, "just now"),
        (61, "1 min ago"),
        (7300, "2 h ago"),
        (90_000, "1 day ago"),
        (1e6, "11 days ago"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(seconds: float, expected: str) -> None:
    assert number_format.ago(seconds) == expected


NEAR = [1 + sign * 10.0**-digits for digits in range(2, 10) for sign in (-1, 1)]
"""Just below a boundary between two units, and just above it."""
COUNTS = [(10.0**power, suffix) for power, suffix in ((3, "k"), (6, "M"), (9, "G"))]
SIZES = [(1024.0**power, unit) for power, unit in ((1, "KiB"), (2, "MiB"), (3, "GiB"), (4, "TiB"))]


@pytest.mark.parametrize(
    ("write", "boundaries", "most"),
    [
        (number_format.short_count, COUNTS, 1000),
        (number_format.size, SIZES, 1024),
        (number_format.duration, [(0.001, "ms"), (1.0, "s")], 1000),
        (number_format.duration, [(60.0, "min"), (3600.0, "h")], 60),
    ],
)
def test_at_the_boundary_of_a_unit_a_number_is_written_in_the_one_or_the_other(
    write: Callable[[float], str], boundaries: list[tuple[float, str]], most: int
) -> None:
    texts = {boundary * near: write(boundary * near).replace(",", "") for boundary, _ in boundaries for near in NEAR}
    numbers = {
        value: [float(part.replace(",", "")) for part in re.findall(r"[\d.,]+", texts[value])] for value in texts
    }

    assert [text for text in texts.values() if "e+" in text] == []
    assert [texts[value] for value, parts in numbers.items() if max(parts) >= most] == []
    assert all(unit in texts[boundary * (1 + 1e-2)] for boundary, unit in boundaries)


@pytest.mark.parametrize(
    ("value", "expected"), [(9.996, "10.0"), (99.96, "100"), (999.6, "1,000"), (0.09996, "0.100"), (-9.996, "-10.0")]
)
def test_a_figure_that_is_rounded_up_keeps_three_figures(value: float, expected: str) -> None:
    assert number_format.figure(value) == expected


@pytest.mark.parametrize(
    ("write", "value", "expected"),
    [
        (number_format.duration, 0.9996, "1.00 s"),
        (number_format.duration, 59.96, "1 min 00 s"),
        (number_format.duration, 3599.7, "1 h 00 min"),
        (number_format.short_count, 999_999, "1M"),
        (number_format.short_count, 999.96, "1k"),
        (number_format.size, 1024**2 - 1, "1.00 MiB"),
        (number_format.size, 1023 * 1024, "1,023 KiB"),
    ],
)
def test_what_is_rounded_up_to_the_next_unit_is_written_in_it(
    write: Callable[[float], str], value: float, expected: str
) -> None:
    assert write(value) == expected


def test_charts_write_numbers_as_pages_do() -> None:
    values = [boundary * near for boundary, _ in (*COUNTS, *SIZES) for near in NEAR]
    words = Path(__file__).parents[3] / "static/benchlab/charts/number_format.js"
    script = f"""import({json.dumps(words.as_uri())}).then((words) => console.log(JSON.stringify(
        {json.dumps(values)}.map((value) => [words.figure(value), words.short(value), words.size(value)]))))"""

    node = Path(sys.executable).with_name("node")
    ran = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True)

    writers = (number_format.figure, number_format.short_count, number_format.size)
    expected = [[write(value) for write in writers] for value in values]
    assert json.loads(ran.stdout) == expected
