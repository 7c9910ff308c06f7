"""`bench schedule add`, `ls`, `show`, `run`, `pause`, `resume` and `rm`."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from benchlab.cli.console import Console, Exit, add_group, add_verb, table
from benchlab.cli.lab import Lab
from benchlab.cli.verbs.launch import add_values, asked

WHEN = "“nightly at 02:00”, “weekdays at 22:30”, “weekly on Sunday at 04:00”, or a cron expression."
LAST = 10
"""Number of outcomes to show."""


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "schedule", help="Launches at fixed times.")
    adding = add_verb(group, "add", add, help="Add a schedule for a benchmark.")
    adding.add_argument("name")
    adding.add_argument("benchmark")
    adding.add_argument("--when", required=True, help=WHEN)
    adding.add_argument("--zone", default="UTC", help="The time zone, such as Europe/Berlin.")
    adding.add_argument("--revision", type=int, help="Always launch this revision. Default: the latest.")
    adding.add_argument("--late", type=int, default=60, help="Maximum delay in minutes if benchlab was down.")
    adding.add_argument("--factor", action="append", default=[], help="An allowed difference from the baseline.")
    add_values(adding)
    add_verb(group, "ls", ls, help="List the schedules.")
    for name, verb, help_ in (
        ("show", show, "Show a schedule and its last outcomes."),
        ("run", run, "Launch it now."),
        ("pause", pause, "Pause it until it is resumed."),
        ("resume", resume, "Resume it, from its next time on."),
        ("rm", rm, "Delete a schedule; its runs are kept."),
    ):
        add_verb(group, name, verb, help=help_).add_argument("name")


def add(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    given = {"name": options["name"], "benchmark": options["benchmark"], **asked(options)}
    known = {"repeats": options["repeat"], "late_minutes": options["late"], "factors": options["factor"]}
    rest = {name: options[name] for name in ("when", "zone", "revision", "label")}
    return _answer(lab.post("/schedules", {**given, **known, **rest}), console)


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = lab.get("/schedules")
    rows = [
        (each["schedule"], each["benchmark"], each["when"], each["zone"], _next(each), _outcome(each["last"]))
        for each in document
    ]
    console.answer(document, table(rows, ("NAME", "BENCHMARK", "WHEN", "ZONE", "NEXT", "LAST")))
    return Exit.FINISHED


def show(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    schedule = lab.get(_path(options))
    found = lab.get(f"{_path(options)}/occurrences", limit=LAST)["occurrences"]
    console.answer({**schedule, "occurrences": found}, [_line(schedule), *_lines(found)])
    return Exit.FINISHED


def run(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    launched = lab.post(f"{_path(options)}/runs")
    what = f"Experiment {launched['experiment']}" if launched["experiment"] else f"Run {launched['run']}"
    console.answer(launched, [f"{what} is queued."])
    return Exit.FINISHED


def pause(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    return _answer(lab.post(f"{_path(options)}/pause"), console)


def resume(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    return _answer(lab.delete(f"{_path(options)}/pause"), console)


def rm(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    console.answer(lab.delete(_path(options)), [f"The schedule {options['name']} is deleted."])
    return Exit.FINISHED


def _path(options: Mapping[str, Any]) -> str:
    return f"/schedules/{quote(options['name'], safe='')}"


def _answer(schedule: Mapping[str, Any], console: Console) -> Exit:
    console.answer(schedule, [_line(schedule)])
    return Exit.FINISHED


def _line(schedule: Mapping[str, Any]) -> str:
    what = f"{schedule['schedule']}: {schedule['benchmark']} on {' and '.join(schedule['servers'])}"
    return f"{what}, {schedule['when']} ({schedule['zone']}); next: {_next(schedule)}."


def _next(schedule: Mapping[str, Any]) -> str:
    return "paused" if schedule["paused"] else str(schedule["next"][0])


def _outcome(occurrence: Mapping[str, Any] | None) -> str:
    if occurrence is None:
        return "no launches yet"
    what = (
        f"run {occurrence['run']}"
        if occurrence["run"]
        else f"e{occurrence['experiment']}"
        if occurrence["experiment"]
        else ""
    )
    return " ".join(filter(None, (occurrence["outcome"], what, occurrence["trust"], occurrence["verdict"])))


def _lines(occurrences: list[dict[str, Any]]) -> Iterator[str]:
    for each in occurrences:
        yield f"{each['due_at']}  {_outcome(each)}"
        if each["reason"]:
            yield f"  {each['reason']}"
        yield from (f"  {_verdict(verdict)}" for verdict in each["verdicts"])


def _verdict(verdict: Mapping[str, Any]) -> str:
    return f"{verdict['label']}: {verdict['reason']}" if verdict["label"] else str(verdict["reason"])
