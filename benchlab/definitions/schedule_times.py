"""When a schedule launches: a text that people write, checked, and the moments that it means in a time zone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from croniter import CroniterError, croniter

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.language.suggestions import Unknown, did_you_mean

FORMS = "“nightly at 02:00”, “weekdays at 22:30”, “weekly on Sunday at 04:00” or a cron expression such as “0 2 1 * *”"
NO_FORM = f"“{{text}}” is not understood. Write {FORMS}."
CRON_FIELDS = {
    "minute": "0 to 59",
    "hour": "0 to 23",
    "day of the month": "1 to 31, or l for the last",
    "month": "1 to 12, or jan to dec",
    "day of the week": "0 to 7, or sun to sat",
}
NEVER = "“{text}” never comes: there is no such day."
NO_ZONE = "There is no time zone “{zone}”."
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
LONGEST_GAP = timedelta(hours=2)
"""No clock is put forward by more."""
MOST_COUNTED = 10_000

_FRIENDLY = re.compile(
    r"(?P<often>nightly|daily|weekdays|weekly on (?P<day>[a-z]+)) at (?P<hour>\d{1,2}):(?P<minute>\d\d)", re.IGNORECASE
)
# What cron itself knows: names, numbers, lists, ranges and steps; not the random and hashed ones of croniter.
_CRON_FIELD = re.compile(r"(?:[0-9*,/#LW-]|[a-z]{3})+", re.IGNORECASE)


@dataclass(frozen=True)
class Timetable:
    """Every time that is written comes once: a 02:30 that the clock leaves out an hour later, and a doubled one first.

    So a night has one run on the days of a change of the clocks, too; cron itself would run it twice.
    """

    text: str
    cron: str
    zone: ZoneInfo

    @classmethod
    def read(cls, text: str, zone: str) -> "Timetable":
        """Refused with a sentence where the text or the zone can not be understood."""
        text = " ".join(text.split())
        problems = list(_zone_problems(zone))
        try:
            known, cron = _friendly(text) or (text, _cron(text))
        except ValueError as error:
            problems.append(Problem("when", str(error)))
        if problems:
            raise Refused(problems)
        return cls(known, cron, ZoneInfo(zone))

    def after(self, moment: datetime) -> Iterator[datetime]:
        """Each time after the moment, in UTC; without an end."""
        last = moment
        local = (moment.astimezone(self.zone) - LONGEST_GAP).replace(tzinfo=None)
        times = croniter(self.cron, local)
        while True:
            written: datetime = times.get_next(datetime)
            # fold 0 is the first of a doubled hour, and shifts what the clock leaves out.
            found = written.replace(tzinfo=self.zone, fold=0).astimezone(UTC)
            if found > last:
                last = found
                yield found

    def next_after(self, moment: datetime) -> datetime:
        return next(self.after(moment))

    def next_times(self, moment: datetime, count: int = 3) -> list[datetime]:
        """In the timetable's zone."""
        return [each.astimezone(self.zone) for each in islice(self.after(moment), count)]

    def due(self, first: datetime, now: datetime) -> list[datetime]:
        """Of the times from ``first``, which is one of them, those that have come; 10,000 at most."""
        found = [first]
        for each in islice(self.after(first), MOST_COUNTED):
            if each > now:
                break
            found.append(each)
        return found


def _friendly(text: str) -> tuple[str, str] | None:
    """The text as it is always spelled, and what it is to cron; None for another form."""
    found = _FRIENDLY.fullmatch(text)
    if not found:
        return None
    hour, minute = int(found["hour"]), int(found["minute"])
    if hour > 23 or minute > 59:
        raise ValueError(f"There is no {found['hour']}:{found['minute']}; a day goes from 00:00 to 23:59.")
    often, days = _often(found["often"].lower(), found["day"])
    return f"{often} at {hour:02}:{minute:02}", f"{minute} {hour} * * {days}"


def _often(often: str, day: str | None) -> tuple[str, str]:
    if day is not None:
        number = _day(day)
        return f"weekly on {DAYS[number]}", str(number)
    return ("weekdays", "1-5") if often == "weekdays" else ("nightly", "*")


def _day(given: str) -> int:
    if given.capitalize() not in DAYS:
        raise ValueError(f"There is no day “{given}”. {did_you_mean(given, DAYS)}")
    return DAYS.index(given.capitalize())


def _cron(text: str) -> str:
    fields = text.split()
    if len(fields) != 5 or not all(_CRON_FIELD.fullmatch(field) for field in fields):
        raise ValueError(NO_FORM.format(text=text[:60]))
    if not _is_cron(fields):
        wrong = ", ".join(_wrong_fields(fields))
        raise ValueError(f"“{text}” is not understood: {wrong}." if wrong else NO_FORM.format(text=text[:60]))
    if not croniter.is_valid(text, strict=True):
        raise ValueError(NEVER.format(text=text))
    return text


def _wrong_fields(fields: Sequence[str]) -> Iterator[str]:
    """Each that would be wrong among four that are right."""
    for at, (name, known) in enumerate(CRON_FIELDS.items()):
        if not _is_cron(["*"] * at + [fields[at]] + ["*"] * (4 - at)):
            yield f"“{fields[at]}” is no {name} ({known})"


def _is_cron(fields: Sequence[str]) -> bool:
    try:
        croniter.expand(" ".join(fields))
    except (CroniterError, ValueError, KeyError):
        return False
    return True


def _zone_problems(zone: str) -> Iterator[Problem]:
    if zone not in zones():
        nearest = Unknown("", zone[:60], zones()).nearest
        instead = f"Did you mean “{nearest}”?" if nearest else "Write one such as Europe/Berlin, or UTC."
        yield Problem("zone", f"{NO_ZONE.format(zone=zone[:60])} {instead}")


@cache
def zones() -> tuple[str, ...]:
    return tuple(sorted(each for each in available_timezones() if each.partition("/")[0] not in ("posix", "right")))
