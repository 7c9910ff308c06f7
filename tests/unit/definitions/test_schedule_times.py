"""When a schedule launches, as people write it: also where the clocks change and where months end."""

from datetime import UTC, datetime

import pytest

from benchlab.definitions.language.problems import Refused
from benchlab.definitions.schedule_times import Timetable

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def times(text: str, after: str, *, zone: str = "UTC", count: int = 3) -> list[str]:
    """Day, time and offset of each in the zone."""
    found = Timetable.read(text, zone).next_times(at(after), count)
    return [each.strftime("%d %b %H:%M %z")[:-2] for each in found]


@pytest.mark.parametrize(
    ("written", "spelled", "cron"),
    [
        ("nightly at 02:00", "nightly at 02:00", "0 2 * * *"),
        (" Daily  at 2:05 ", "nightly at 02:05", "5 2 * * *"),
        ("weekdays at 22:30", "weekdays at 22:30", "30 22 * * 1-5"),
        ("weekly on sunday at 04:00", "weekly on Sunday at 04:00", "0 4 * * 0"),
        ("0 2 1,15 * mon-fri", "0 2 1,15 * mon-fri", "0 2 1,15 * mon-fri"),
    ],
)
def test_friendly_forms_and_cron_are_understood(written, spelled, cron):
    read = Timetable.read(written, "UTC")

    assert (read.text, read.cron) == (spelled, cron)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("", "is not understood"),
        ("now and then", "is not understood"),
        ("nightly at 25:00", "There is no 25:00"),
        ("nightly at 2", "is not understood"),
        ("weekly on funday at 04:00", "Did you mean “Sunday”?"),
        ("99 99 * * *", r"“99” is no minute \(0 to 59\), “99” is no hour \(0 to 23\)\.$"),
        ("0 2 * jam 9", "“jam” is no month .* “9” is no day of the week"),
        ("61 2 * * *", "is not understood"),
        ("0 0 2 * * *", "is not understood"),
        ("R R * * *", "is not understood"),
        ("@daily", "is not understood"),
        ("0 0 31 2 *", "never comes"),
    ],
)
def test_what_is_no_timetable_is_refused_with_a_sentence(written, sentence):
    with pytest.raises(Refused, match=sentence):
        Timetable.read(written, "UTC")


@pytest.mark.parametrize("zone", ["Europe/Berlim", "", "Europe", "../etc/passwd", "posix/UTC"])
def test_an_unknown_zone_is_refused(zone):
    with pytest.raises(Refused, match="There is no time zone"):
        Timetable.read("nightly at 02:00", zone)


def test_times_are_those_of_the_zone():
    assert times("nightly at 02:00", "2026-07-01T12:00", zone=NEW_YORK, count=1) == ["02 Jul 02:00 -04"]


def test_weekdays_leave_out_the_weekend():
    assert times("weekdays at 22:30", "2026-11-20T23:00") == [
        "23 Nov 22:30 +00",
        "24 Nov 22:30 +00",
        "25 Nov 22:30 +00",
    ]


def test_a_month_without_its_31st_is_left_out():
    assert times("0 3 31 * *", "2026-01-30T00:00") == ["31 Jan 03:00 +00", "31 Mar 03:00 +00", "31 May 03:00 +00"]


def test_the_29th_of_february_waits_for_its_year():
    assert Timetable.read("0 3 29 2 *", "UTC").next_after(at("2026-01-01")) == at("2028-02-29T03:00")


def test_a_time_that_the_clock_leaves_out_comes_an_hour_later():
    assert times("nightly at 02:30", "2026-03-28T00:00", zone=BERLIN) == [
        "28 Mar 02:30 +01",
        "29 Mar 03:30 +02",
        "30 Mar 02:30 +02",
    ]


def test_the_shifted_time_is_found_from_just_before_it_too():
    after = "2026-03-29T01:10"  # 03:10 in Berlin, where 02:30 was left out and comes at 03:30.

    assert times("nightly at 02:30", after, zone=BERLIN, count=1) == ["29 Mar 03:30 +02"]


def test_a_time_that_comes_twice_is_taken_once():
    assert times("nightly at 02:30", "2026-10-24T12:00", zone=BERLIN, count=2) == [
        "25 Oct 02:30 +02",
        "26 Oct 02:30 +01",
    ]


def test_from_within_the_doubled_hour_the_second_is_not_taken():
    after = "2026-10-25T01:10"  # 02:10 for the second time.

    assert times("nightly at 02:30", after, zone=BERLIN, count=1) == ["26 Oct 02:30 +01"]


def test_the_times_that_have_come_are_told_from_the_first_on():
    nightly = Timetable.read("nightly at 02:00", "UTC")

    due = nightly.due(at("2026-11-20T02:00"), at("2026-11-22T09:00"))

    assert due == [at(f"2026-11-{day}T02:00") for day in (20, 21, 22)]
