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
