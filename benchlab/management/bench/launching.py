"""`bench catalog`, `check` and `run`."""

from collections.abc import Mapping
from typing import Any

from benchlab import jobs
from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_verb, table
from benchlab.management.bench.finding import find_benchmark, find_server, parse_values
from benchlab.management.bench.following import Inline, follow
from benchlab.management.bench.outcome import exit_code, experiment_document, run_lines
from benchlab.models import Benchmark, Experiment, Run


def add_verbs(verbs: Any) -> None:
    add_verb(verbs, "catalog", catalog, help="List the benchmarks and their parameters.")
    check_parser = add_verb(verbs, "check", check, help="Connect and try every step of a benchmark, without a run.")
    run_parser = add_verb(verbs, "run", run, help="Queue a run and wait for its result.")
    for parser in (check_parser, run_parser):
        parser.add_argument("benchmark")
        parser.add_argument("--server", required=True, action="append", help="The server to run on.")
        parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="given")
    run_parser.add_argument("--repeat", type=int, default=1, help="How often; value lists are interleaved.")
    run_parser.add_argument("--label", default="", help="A word to find the run by.")
    run_parser.add_argument("--seed", type=int, help="The seed of an earlier run makes its data again.")
    run_parser.add_argument("--inline", action="store_true", help="Run in this process, without Redis and a worker.")


def catalog(options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    found = [(benchmark, benchmark.latest.definition) for benchmark in Benchmark.objects.order_by("slug")]
    document = [
        {
            "name": benchmark.slug,
            "title": benchmark.title,
            "study": benchmark.study or None,
            "parameters": [parameter.to_json() for parameter in definition.parameters.values()],
        }
        for benchmark, definition in found
    ]
    rows = [(benchmark.slug, benchmark.title, ", ".join(definition.parameters)) for benchmark, definition in found]
    console.answer(document, table(rows, ("NAME", "TITLE", "PARAMETERS")))
    return Exit.FINISHED


def check(options: Mapping[str, Any], console: Console) -> Exit:
    benchmark = find_benchmark(options["benchmark"])
    problems: list[Problem] = []
    try:
        servers = [find_server(name) for name in options["server"]]
        values = {name: tried[0] for name, tried in parse_values(options["given"]).items()}
        problems += benchmark.rehearse(servers, values)
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
    runs = [queued] if isinstance(queued, Run) else list(queued.runs.order_by("pk"))
    follow(runs, console, inline=inline)
    lines = [line for each in runs for line in run_lines(each)]
    document = queued.result() if isinstance(queued, Run) else experiment_document(queued)
    console.answer(document, lines)
    return exit_code(runs)


def _queue(options: Mapping[str, Any]) -> Run | Experiment:
    benchmark = find_benchmark(options["benchmark"])
    servers = [find_server(name) for name in options["server"]]
    grid, label, repeats = parse_values(options["given"]), options["label"], options["repeat"]
    if repeats < 1:
        raise Refused([Problem("--repeat", "It takes one run at least.")])
    if repeats == 1 and all(len(tried) == 1 for tried in grid.values()):
        values = {name: tried[0] for name, tried in grid.items()}
        return benchmark.queue_run(servers, values, by=None, label=label, seed=options["seed"])
    return benchmark.queue_experiment(servers, grid, repeats=repeats, by=None, label=label, seed=options["seed"])


def _refuse_without_worker() -> None:
    workers = jobs.live()
    if not workers.names:
        remedy = "Start benchlab with bin/up, or add --inline to run in this process."
        raise Refused([Problem("workers", f"{workers.trouble} {remedy}")])
