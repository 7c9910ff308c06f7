"""`bench exclude`, `include` and `tag`."""

from collections.abc import Mapping
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab


def add_verbs(verbs: Any) -> None:
    excluding = add_verb(verbs, "exclude", exclude, help="Exclude a run from medians and comparisons.")
    including = add_verb(verbs, "include", include, help="Include an excluded run again.")
    tagging = add_verb(verbs, "tag", tag, help="Replace the tags of a run.")
    for parser in (excluding, including, tagging):
        parser.add_argument("run", type=int)
    excluding.add_argument("--reason", required=True, help="The reason, shown wherever the run is shown.")
    tagging.add_argument("tags", nargs="*", metavar="tag")


def exclude(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    judged = lab.post(f"/runs/{options['run']}/exclusion", {"reason": options["reason"]})
    return _answer(judged, console, f"is excluded: {judged['excluded']}")


def include(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    return _answer(lab.delete(f"/runs/{options['run']}/exclusion"), console, "is included.")


def tag(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    judged = lab.put(f"/runs/{options['run']}/tags", {"tags": options["tags"]})
    return _answer(judged, console, f"has the tags: {', '.join(judged['tags']) or 'none'}.")


def _answer(judged: Mapping[str, Any], console: Console, words: str) -> Exit:
    console.answer(judged, [f"Run {judged['run']} {words}"])
    return Exit.FINISHED
