"""Schedules, their times and outcomes."""

from django.http import HttpRequest
from ninja import Query, Router, Status

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.benchmarks.launch_request import asked_of, launched_of
from benchlab.api.errors import Conflict, conflict_if_refused
from benchlab.api.finding import find_benchmark, find_revision, find_schedule
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Launched, NewSchedule, Page, ScheduleFields, answers
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.parameters.experiment_grid import SERVER
from benchlab.models import Occurrence, Schedule
from benchlab.models.schedules import scheduler
from benchlab.timestamps import iso_utc

SCHEDULE = "/{slug:name}"
PLAIN = ("when", "zone", "repeats", "label", "late_minutes", "factors")

router = Router(tags=["Schedules"])


@router.get("", response=answers(list[Document]), auth=may("view"))
def ls(request: HttpRequest) -> list[Document]:  # noqa: ARG001
    """Schedules with their next times and ``last``, the last outcome."""
    return [_document(each) for each in Schedule.objects.with_last()]


@router.post("", response=answers(Document, status=201), auth=may("launch_run"))
def create(request: HttpRequest, given: NewSchedule) -> Status[Document]:
    if Schedule.objects.filter(name=given.name).exists():
        raise Conflict([Problem("name", f"A schedule {given.name} already exists.")])
    made = Schedule(name=given.name, benchmark=find_benchmark(given.benchmark))
    return Status(201, _kept(request, made, given))


@router.get(SCHEDULE, response=answers(Document), auth=may("view"))
def show(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    return _document(find_schedule(name))


@router.put(SCHEDULE, response=answers(Document), auth=may("launch_run"))
def edit(request: HttpRequest, name: str, given: ScheduleFields) -> Document:
    """Replace the schedule. Future launches are made as the person who saves it."""
    return _kept(request, find_schedule(name), given)


@router.delete(SCHEDULE, response=answers(Document), auth=may("launch_run"))
def delete(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    """Delete a schedule; its runs are kept."""
    find_schedule(name).remove()
    return {"schedule": name}


@router.get(f"{SCHEDULE}/occurrences", response=answers(Document), auth=may("view"))
def occurrences(request: HttpRequest, name: str, page: Query[Page]) -> Document:  # noqa: ARG001
    """Outcomes of its times, latest first."""
    found = find_schedule(name).occurrences.listed()
    return page_of(found, page, name="occurrences", document=_occurrence)


@router.post(f"{SCHEDULE}/runs", response=answers(Launched, status=201), auth=may("launch_run"))
def run_now(request: HttpRequest, name: str) -> Status[Document]:
    """Launch it now, in addition to its times."""
    launched = find_schedule(name)
    with conflict_if_refused():
        return Status(201, launched_of(scheduler.launch_now(launched, by=signed_in(request))))


@router.post(f"{SCHEDULE}/pause", response=answers(Document), auth=may("launch_run"))
def pause(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    paused = find_schedule(name)
    paused.pause()
    return _document(paused)


@router.delete(f"{SCHEDULE}/pause", response=answers(Document), auth=may("launch_run"))
def resume(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    """Resume it, from its next time on."""
    resumed = find_schedule(name)
    resumed.resume()
    return _document(resumed)


def _kept(request: HttpRequest, schedule: Schedule, given: ScheduleFields) -> Document:
    servers, values = asked_of(given)
    slug = schedule.benchmark.slug
    schedule.revision = find_revision(slug, given.revision) if given.revision else None
    schedule.in_turn = SERVER in values
    schedule.given = {name: value for name, value in values.items() if name != SERVER}
    for name in PLAIN:
        setattr(schedule, name, getattr(given, name))
    schedule.keep(servers, by=signed_in(request))
    return _document(schedule)


def _document(schedule: Schedule) -> Document:
    servers = [server.name for server in schedule.servers.all()]
    last = schedule.last or schedule.occurrences.listed().first()
    return {
        "schedule": schedule.name,
        "benchmark": schedule.benchmark.slug,
        "revision": schedule.revision.number if schedule.revision else None,
        "servers": [",".join(servers)] if schedule.in_turn else servers,
        "values": schedule.given,
        **{name: getattr(schedule, name) for name in PLAIN},
        "by": schedule.owner_name,
        "paused": schedule.is_paused,
        "next": [iso_utc(each) for each in schedule.next_times],
        "last": _occurrence(last) if last else None,
    }


def _occurrence(occurrence: Occurrence) -> Document:
    return {
        "due_at": iso_utc(occurrence.due_at),
        "outcome": occurrence.outcome,
        "reason": occurrence.reason or None,
        "run": occurrence.run_id,
        "experiment": occurrence.experiment_id,
        "asked_by": occurrence.asked_by.username if occurrence.asked_by else None,
        "verdict": occurrence.verdict or None,
        "verdicts": occurrence.verdicts,
        "trust": occurrence.grade or None,
        "judged_at": iso_utc(occurrence.judged_at),
    }
