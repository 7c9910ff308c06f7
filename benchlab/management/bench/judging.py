"""`bench exclude`, `include` and `tag`."""

from collections.abc import Mapping
from typing import Any

from benchlab.management.bench.console import Console, Exit, add_verb
from benchlab.management.bench.finding import find_run
from benchlab.models import Run

BY = "the command line"


def add_verbs(verbs: Any) -> None:
    excluding = add_verb(verbs, "exclude", exclude, help="Leave a run out of medians and comparisons.")
    including = add_verb(verbs, "include", include, help="Let an excluded run count again.")
    tagging = add_verb(verbs, "tag", tag, help="Give a run these tags, and no others.")
    for parser in (excluding, including, tagging):
        parser.add_argument("run", type=int)
    excluding.add_argument("--reason", required=True, help="Why; it is shown wherever the run is.")
    tagging.add_argument("tags", nargs="*", metavar="tag")


def exclude(options: Mapping[str, Any], console: Console) -> Exit:
    run = find_run(options["run"])
    run.exclude(by=BY, reason=options["reason"])
    return _answer(run, console, f"{run} is excluded: {run.exclusion_reason}")


def include(options: Mapping[str, Any], console: Console) -> Exit:
    run = find_run(options["run"])
    run.include(by=BY)
    return _answer(run, console, f"{run} counts.")


def tag(options: Mapping[str, Any], console: Console) -> Exit:
    run = find_run(options["run"])
    run.set_tags(options["tags"])
    return _answer(run, console, f"{run} has the tags: {', '.join(map(str, run.tags.all())) or 'none'}.")


def _answer(run: Run, console: Console, line: str) -> Exit:
    document = {"run": run.pk, "excluded": run.exclusion_reason or None, "tags": [str(each) for each in run.tags.all()]}
    console.answer(document, [line])
    return Exit.FINISHED
