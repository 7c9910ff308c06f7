"""Objects by name or number; raise Missing with the existing names."""

from benchlab.api.errors import Missing
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import Benchmark, Experiment, Revision, Run, Schedule, Server, Tag


def find_benchmark(name: str) -> Benchmark:
    found = Benchmark.objects.filter(slug=name).first()
    if found is None:
        names = ", ".join(Benchmark.objects.order_by("slug").values_list("slug", flat=True))
        raise Missing([Problem("benchmark", f"There is no benchmark {name}. Existing: {names or 'none yet'}.")])
    return found


def find_server(name: str) -> Server:
    found = Server.objects.filter(name=name).first()
    if found is None:
        names = ", ".join(Server.objects.values_list("name", flat=True))
        raise Missing([Problem("server", f"There is no server {name}. Existing: {names or 'none yet'}.")])
    return found


def find_tag(name: str) -> Tag:
    found = Tag.objects.filter(name=name.lower()).first()
    if found is None:
        names = ", ".join(Tag.objects.values_list("name", flat=True))
        raise Missing([Problem("tag", f"No run has the tag {name}. Existing: {names or 'none yet'}.")])
    return found


def find_run(number: int) -> Run:
    found = Run.objects.filter(pk=number).first()
    if found is None:
        raise Missing([Problem("run", f"There is no run {number}.")])
    return found


def find_experiment(number: int) -> Experiment:
    found = Experiment.objects.filter(pk=number).first()
    if found is None:
        raise Missing([Problem("experiment", f"There is no experiment {number}.")])
    return found


def find_run_or_experiment(named: str) -> Run | Experiment:
    """A run by its number, or an experiment by its number after an e: e4."""
    number = named.lower().removeprefix("e")
    if not number.isdecimal() or not number.isascii() or len(number) > 15:
        raise Refused([Problem("run", f"“{named}” is not the {RUN_OR_EXPERIMENT}.")])
    return find_run(int(number)) if number == named else find_experiment(int(number))


def find_revision(name: str, number: int) -> Revision:
    found = Revision.objects.filter(benchmark=find_benchmark(name), number=number).first()
    if found is None:
        raise Missing([Problem("revision", f"{name} has no revision {number}.")])
    return found


def find_schedule(name: str) -> Schedule:
    found = Schedule.objects.filter(name=name).select_related("benchmark", "revision", "owner").first()
    if found is None:
        names = ", ".join(Schedule.objects.values_list("name", flat=True))
        raise Missing([Problem("schedule", f"There is no schedule {name}. Existing: {names or 'none yet'}.")])
    return found
