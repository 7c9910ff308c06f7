"""`bench catalog`, `check` and `run`."""

from collections.abc import Mapping
from typing import Any

from benchlab import jobs
from benchlab.definitions import Problem, Refused
from benchlab.definitions.grid import SERVER, Given, listed
from benchlab.management.bench.console import Console, Exit, add_verb, table
from benchlab.management.bench.finding import find_benchmark, find_server, parse_values
from benchlab.management.bench.following import Inline, follow, runs_of
from benchlab.management.bench.outcome import exit_code, lines_of
from benchlab.models import Benchmark, Experiment, Run, Server

_SET_HELP = "A parameter's value, or a list of values, clients=1,10, which are run in turn."


def add_verbs(verbs: Any) -> None:
    add_verb(verbs, "catalog", catalog, help="List the benchmarks and their parameters.")
    check_parser = add_verb(verbs, "check", check, help="Connect and try every step of a benchmark, without a run.")
    run_parser = add_verb(verbs, "run", run, help="Queue a run and wait for its result.")
    for parser in (check_parser, run_parser):
        parser.add_argument("benchmark")
        parser.add_argument("--server", required=True, action="append", help="The server to run on; a,b: on each.")
        parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="given", help=_SET_HELP)
    run_parser.add_argument("--repeat", type=int, default=1, help="How often; the runs are interleaved.")
    run_parser.add_argument("--label", default="", help="A word to find the run by.")
    run_parser.add_argument("--seed", type=int, help="The seed of an earlier run makes its data again.")
    run_parser.add_argument("--inline", action="store_true", help="Run in this process, without Redis and a worker.")


def catalog(options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = [_offered(benchmark) for benchmark in Benchmark.objects.order_by("slug")]
    rows = [(each["name"], each["title"], _parameters(each)) for each in document]
    console.answer(document, table(rows, ("NAME", "TITLE", "PARAMETERS")))
    return Exit.FINISHED


def _offered(benchmark: Benchmark) -> dict[str, Any]:
    """One that another version of the language wrote is listed with what is wrong, and hides no other."""
    known = {"name": benchmark.slug, "title": benchmark.title, "study": benchmark.study or None}
    try:
        parameters = benchmark.latest.definition.parameters
    except Refused as refused:
        return {**known, "parameters": [], "problems": [problem.to_json() for problem in refused.problems]}
    return {**known, "parameters": [parameter.to_json() for parameter in parameters.values()]}


def _parameters(offered: Mapping[str, Any]) -> str:
    if "problems" in offered:
        return f"can not be launched: {offered['problems'][0]['message']}"
    return ", ".join(parameter["name"] for parameter in offered["parameters"])


def check(options: Mapping[str, Any], console: Console) -> Exit:
    benchmark = find_benchmark(options["benchmark"])
    servers, given = _asked(options)
    problems: list[Problem] = []
    try:
        problems += benchmark.rehearse(servers, benchmark.latest.definition.grid(given))
    except Refused as refused:
        problems += refused.problems
    document = {"ok": not problems, "problems": [problem.to_json() for problem in problems]}
    console.answer(document, [str(problem) for problem in problems] or ["Everything can be run."])
    return Exit.REFUSED if problems else Exit.FINISHED


def run(options: Mapping[str, Any], console: Console) -> Exit:
    inline = Inline() if options["inline"] else None
    if inline is None:
        _refuse_without_worker()
    queued = _queue(options)
    follow(queued, console, inline=inline)
    console.answer(queued.result(), lines_of(queued))
    return exit_code(runs_of(queued))


def _queue(options: Mapping[str, Any]) -> Run | Experiment:
    benchmark = find_benchmark(options["benchmark"])
    servers, given = _asked(options)
    known = {name: options[name] for name in ("label", "seed")}
    return benchmark.launch(servers, given, repeats=options["repeat"], by=None, **known)


def _asked(options: Mapping[str, Any]) -> tuple[list[Server], Given]:
    """The servers to use as one, and what is given of each parameter; several servers in one word vary."""
    given = parse_values(options["given"])
    if SERVER in given:
        raise Refused([Problem("--set", "A server is given by --server; a list of them, a,b, runs on each.")])
    named = [listed(names) for names in options["server"]]
    servers = [find_server(name) for names in named for name in names]
    if len(named) == 1 and len(servers) > 1:
        return servers, {SERVER: named[0], **given}
    if any(len(names) > 1 for names in named):
        raise Refused([Problem("--server", "Either one list, a,b, to run on each, or --server twice to use both.")])
    return servers, given


def _refuse_without_worker() -> None:
    workers = jobs.live()
    if not workers.names:
        remedy = "Start benchlab with bin/up, or add --inline to run in this process."
        raise Refused([Problem("workers", f"{workers.trouble} {remedy}")])
