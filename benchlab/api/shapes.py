"""What requests and short answers are made of; the large documents are those of `models.result`."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from benchlab.definitions.parameters.grid import MOST_RUNS

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
    """benchlab.refusal/1: every problem found, each with a sentence."""

    format: str
    problems: list[ProblemShape]


def answers(shape: Any, *, status: int = 200) -> dict[Any, Any]:
    """For an operation's ``response``: the shape where all goes well. That each can refuse, `api.document` adds."""
    return {status: shape}


class Checked(Schema):
    """Whether nothing is wrong, and what is."""

    ok: bool
    problems: list[dict[str, Any]]


class Trial(Schema):
    """The servers to use as one; a list in one word, ``a,b``, is run on each. And what is given of each parameter."""

    servers: list[Text] = Field(max_length=50)
    values: dict[str, Value | list[Value]] = Field({}, examples=[{"clients": [1, 10], "duration": "20s"}])


class Launch(Trial):
    """Lists of values, or repeats, make an experiment."""

    repeats: int = Field(1, ge=1, le=MOST_RUNS)
    label: str = Field("", max_length=100)
    seed: int | None = Field(None, ge=0, lt=2**31)
    """That of an earlier run makes its data again."""


class ScheduleFields(Trial):
    """What is launched, and when: “nightly at 02:00”, “weekdays at 22:30”, “weekly on Sunday at 04:00”, or cron."""

    when: str = Field(max_length=100, examples=["nightly at 02:00"])
    zone: Text = "UTC"
    repeats: int = Field(1, ge=1, le=MOST_RUNS)
    label: str = Field("", max_length=100)
    revision: Number | None = None
    """None: the newest at the time."""
    late_minutes: int = Field(60, ge=0, le=7 * 24 * 60)
    """So much later it is still launched, once, if benchlab was down at its time."""
    factors: list[Text] = Field([], max_length=50)
    """What may differ from the baseline."""


class NewSchedule(ScheduleFields):
    name: str = Field(max_length=64, pattern="^[a-z0-9][a-z0-9-]*$")
    benchmark: Text


class Launched(Schema):
    """What was queued: a run, or an experiment of several."""

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
    """Encrypted at rest; no answer holds it."""
    tls: bool | None = None
    allow_own_account: bool | None = None


class NewServer(ServerFields):
    name: str


class NewSandbox(Schema):
    name: Text
    start: bool = True
    settings: dict[str, str] = {}
    """Only on the machine itself, by ``bin/bench``: some settings name files and programs."""


class Reason(Schema):
    reason: str = Field("", max_length=200)


class ExclusionReason(Schema):
    """Shown wherever the run is."""

    reason: str


class NoteText(Schema):
    """In Markdown."""

    text: str


class Tags(Schema):
    """All that the run is to have."""

    tags: list[Text] = Field(max_length=200, examples=[["nightly", "before-8.4"]])


class Rerun(Schema):
    """The run of the experiment to run again; none for all that failed or were cancelled."""

    run: Number | None = None


class NewToken(Schema):
    name: str = Field(min_length=1, max_length=80)
    role: RoleWord = "viewer"
    days: int | None = Field(90, ge=1, le=3650)
    """None: it does not expire."""


class NewInvitation(Schema):
    role: RoleWord = "viewer"
    email: str = Field("", max_length=254)
    days: int = Field(7, ge=1, le=30)


class Mailings(Schema):
    """Of which events, and whether of “all” or of one's “own” runs."""

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
    """A, AB, B, C, D or CD; of an experiment the worst of its runs."""
    parameters: str = ""
    """What it was launched with: “clients=10 layout=month”."""
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
