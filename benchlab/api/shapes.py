"""Schemas of requests and short responses; large documents come from `models.results`."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from benchlab.definitions.parameters.experiment_grid import MOST_RUNS

Value = str | int | float | bool
Text = Annotated[str, Field(max_length=200)]
Number = Annotated[int, Field(ge=1, lt=2**63)]
Document = dict[str, Any]
RoleWord = Literal["viewer", "runner", "admin"]
EventWord = Literal["run.finished", "run.failed", "experiment.over", "regression.found", "schedule.not_launched"]


class ProblemShape(Schema):
    where: str
    message: str
    line: int | None = None
    column: int | None = None


class Refusal(Schema):
    """benchlab.refusal/1: all problems, each with a sentence."""

    format: str
    problems: list[ProblemShape]


def answers(shape: Any, *, status: int = 200) -> dict[Any, Any]:
    """For an operation's ``response``: the shape of a success; `api.document` adds refusals."""
    return {status: shape}


class Checked(Schema):
    """``ok`` is true if there are no problems."""

    ok: bool
    problems: list[dict[str, Any]]


class Trial(Schema):
    """The servers (a comma-separated list, ``a,b``, runs on each of them) and the values of parameters."""

    servers: list[Text] = Field(max_length=50)
    values: dict[str, Value | list[Value]] = Field({}, examples=[{"clients": [1, 10], "duration": "20s"}])


class Launch(Trial):
    """Lists of values, or repeats, launch an experiment."""

    repeats: int = Field(1, ge=1, le=MOST_RUNS)
    label: str = Field("", max_length=100)
    seed: int | None = Field(None, ge=0, lt=2**31)
    """The seed of an earlier run generates the same data."""


class ScheduleFields(Trial):
    """The launch, and its times: “nightly at 02:00”, “weekdays at 22:30”, “weekly on Sunday at 04:00”, or cron."""

    when: str = Field(max_length=100, examples=["nightly at 02:00"])
    zone: Text = "UTC"
    repeats: int = Field(1, ge=1, le=MOST_RUNS)
    label: str = Field("", max_length=100)
    revision: Number | None = None
    """None: the latest revision at each launch."""
    late_minutes: int = Field(60, ge=0, le=7 * 24 * 60)
    """Maximum delay: if benchlab was down at the scheduled time, it launches once, up to this late."""
    factors: list[Text] = Field([], max_length=50)
    """Allowed differences from the baseline."""


class NewSchedule(ScheduleFields):
    name: str = Field(max_length=64, pattern="^[a-z0-9][a-z0-9-]*$")
    benchmark: Text


class Launched(Schema):
    """The queued run, or experiment."""

    run: int | None = None
    experiment: int | None = None
    runs: list[int]
    state: str


class DefinitionText(Schema):
    text: str = Field(max_length=1_000_000)


class DefinitionTrial(DefinitionText):
    server: Text


class OnServer(Schema):
    server: Text


class ServerFields(Schema):
    """An address, ``mysql://user@host:port/`` or ``mysql://user@localhost/?socket=/path``, or its parts."""

    url: str = Field("", max_length=600)
    host: str | None = None
    port: int | None = None
    socket: str | None = None
    user: str | None = None
    password: str | None = None
    """Encrypted at rest and never returned."""
    tls: bool | None = None
    allow_own_account: bool | None = None


class NewServer(ServerFields):
    name: str


class NewSandbox(Schema):
    name: Text
    start: bool = True
    settings: dict[str, str] = {}
    """Only with ``bin/bench`` on benchlab's own machine: some settings name files and programs."""


class Reason(Schema):
    reason: str = Field("", max_length=200)


class ExclusionReason(Schema):
    """Shown wherever the run is shown."""

    reason: str


class NoteText(Schema):
    """In Markdown."""

    text: str


class Tags(Schema):
    """The complete list of tags."""

    tags: list[Text] = Field(max_length=200, examples=[["nightly", "before-8.4"]])


class Rerun(Schema):
    """The run of the experiment to run again; None for all failed and cancelled runs."""

    run: Number | None = None


class NewToken(Schema):
    name: str = Field(min_length=1, max_length=80)
    role: RoleWord = "viewer"
    days: int | None = Field(90, ge=1, le=3650)
    """None: never expires."""


class NewInvitation(Schema):
    role: RoleWord = "viewer"
    email: str = Field("", max_length=254)
    days: int = Field(7, ge=1, le=30)


class Mailings(Schema):
    """Events to be notified of by e-mail: for “all” runs or only for one's “own”."""

    email: str = Field("", max_length=254)
    events: dict[EventWord, Literal["own", "all"]] = Field({}, examples=[{"run.failed": "own"}])


class NewFilter(Schema):
    listing: Literal["runs", "experiments"]
    name: str = Field(min_length=1, max_length=60)
    query: str = Field(max_length=1000, examples=["benchmark=notes&state=failed"])
    is_shared: bool = False


class FilterFields(Schema):
    name: str | None = Field(None, min_length=1, max_length=60)
    is_shared: bool | None = None


class ExperimentQuery(Schema):
    """The filters of the page “Experiments”."""

    benchmark: str = ""
    server: str = ""
    state: str = ""
    tag: str = ""
    grade: str = ""
    """A, AB, B, C, D or CD; for an experiment the lowest grade of its runs."""
    parameters: str = ""
    """Values of parameters: “clients=10 layout=month”."""
    by: str = ""
    q: str = ""


class RunQuery(ExperimentQuery):
    """The filters of the page “Runs”."""

    excluded: str = ""
    """yes or no."""
    experiment: Number | None = None
    sort: str = ""


class AuditQuery(Schema):
    """The filters of the page “Audit log”; ``since`` and ``until`` are days, 2026-11-30."""

    who: str = ""
    action: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    q: str = ""


class Page(Schema):
    page: int = Field(1, ge=1, le=1_000_000)
    limit: int = Field(50, ge=1, le=1000)
