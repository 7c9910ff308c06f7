"""`bench catalog`, `check` and `run`."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb, problem_line, table
from benchlab.cli.exit_codes import exit_code
from benchlab.cli.following import Queued, follow
from benchlab.cli.lab import Lab, RefusedRequest, Unreachable

_SET_HELP = "A parameter's value, or a list of values, clients=1,10, to run each of them."
_NOT_KNOWN = "{error} The run may or may not be queued: check with bench ls before you launch it again."


def add_verbs(verbs: Any) -> None:
    add_verb(verbs, "catalog", catalog, help="List the benchmarks and their parameters.")
    check_parser = add_verb(verbs, "check", check, help="Connect and try every step of a benchmark, without a run.")
    run_parser = add_verb(verbs, "run", run, help="Launch a run and wait for its result.")
    for parser in (check_parser, run_parser):
        parser.add_argument("benchmark")
    _add_choice(check_parser)
    add_values(run_parser)
    run_parser.add_argument("--seed", type=int, help="The seed of an earlier run generates the same data.")
    run_parser.add_argument("--inline", action="store_true", help="Run in this process, without Redis and a worker.")


def _add_choice(parser: Any) -> None:
    parser.add_argument("--server", required=True, action="append", help="The server to run on; a,b runs on each.")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="given", help=_SET_HELP)


def add_values(parser: Any) -> None:
    """Options of a launch."""
    _add_choice(parser)
    parser.add_argument("--repeat", type=int, default=1, help="Number of repeats; the runs are interleaved.")
    parser.add_argument("--label", default="", help="A label, to find the run later.")


def catalog(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = lab.get("/benchmarks")
    rows = [(each["name"], each["title"], _parameters(each)) for each in document]
    console.answer(document, table(rows, ("NAME", "TITLE", "PARAMETERS")))
    return Exit.FINISHED


def _parameters(offered: Mapping[str, Any]) -> str:
    if "problems" in offered:
        return f"cannot be launched: {offered['problems'][0]['message']}"
    return ", ".join(parameter["name"] for parameter in offered["parameters"])


def check(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    document = lab.post(f"/benchmarks/{options['benchmark']}/check", asked(options))
    console.answer(document, [problem_line(each) for each in document["problems"]] or ["No problems found."])
    return Exit.FINISHED if document["ok"] else Exit.REFUSED


def run(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    inline = lab.executor() if options["inline"] else None
    if inline is None:
        _refuse_without_worker(lab)
    queued = _queue(lab, options)
    follow(lab, queued, console, inline=inline)
    document = lab.get(queued.path)
    console.answer(document, lab.get(f"{queued.path}/summary")["lines"])
    return exit_code(document)


def _queue(lab: Lab, options: Mapping[str, Any]) -> Queued:
    known = {"repeats": options["repeat"], **{name: options[name] for name in ("label", "seed")}}
    try:
        launched = lab.post(f"/benchmarks/{options['benchmark']}/runs", {**asked(options), **known})
    except Unreachable as error:
        raise Unreachable(_NOT_KNOWN.format(error=error)) from error
    return Queued.of(launched)


def asked(options: Mapping[str, Any]) -> dict[str, Any]:
    given = parse_values(options["given"])
    if "server" in given:
        raise RefusedRequest.because("--set", "Use --server for the server; a list, a,b, runs on each.")
    return {"servers": options["server"], "values": given}


def parse_values(given: Sequence[str]) -> dict[str, str]:
    """``["clients=1,10", "layout=month"]`` as a dict of parameters."""
    if wrong := [text for text in given if "=" not in text]:
        raise RefusedRequest(
            [{"where": "--set", "message": f"“{text}” is not of the form name=value."} for text in wrong]
        )
    pairs = (text.split("=", 1) for text in given)
    return {name.strip(): value.strip() for name, value in pairs}


def _refuse_without_worker(lab: Lab) -> None:
    workers = lab.get("/workers")
    if not workers["names"]:
        remedy = "Start benchlab with bin/up, or add --inline to run in this process."
        raise RefusedRequest.because("workers", f"{workers['trouble']} {remedy}")
