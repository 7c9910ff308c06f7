"""What the arguments name, or Refused with what there is instead."""

from collections.abc import Sequence

from benchlab.definitions import Problem, Refused
from benchlab.models import Benchmark, Experiment, Run, Server, Tag

RUN_OR_EXPERIMENT = "number of a run, such as 12, or of an experiment after an e, such as e4"


def find_benchmark(name: str) -> Benchmark:
    found = Benchmark.objects.filter(slug=name).first()
    if found is None:
        names = ", ".join(Benchmark.objects.order_by("slug").values_list("slug", flat=True))
        raise Refused([Problem("benchmark", f"There is no benchmark {name}. There are: {names or 'none yet'}.")])
    return found


def find_server(name: str) -> Server:
    found = Server.objects.filter(name=name).first()
    if found is None:
        names = ", ".join(Server.objects.values_list("name", flat=True))
        raise Refused([Problem("server", f"There is no server {name}. There are: {names or 'none yet'}.")])
    return found


def find_tag(name: str) -> Tag:
    found = Tag.objects.filter(name=name.lower()).first()
    if found is None:
        names = ", ".join(Tag.objects.values_list("name", flat=True))
        raise Refused([Problem("tag", f"No run has the tag {name}. There are: {names or 'none yet'}.")])
    return found


def find_run(number: int) -> Run:
    found = Run.objects.filter(pk=number).first()
    if found is None:
        raise Refused([Problem("run", f"There is no run {number}.")])
    return found


def find_run_or_experiment(named: str) -> Run | Experiment:
    """A run by its number, or an experiment by its number after an e: e4."""
    number = named.lower().removeprefix("e")
    if not number.isdecimal() or len(number) > 15:
        raise Refused([Problem("run", f"“{named}” is no {RUN_OR_EXPERIMENT}.")])
    if number == named:
        return find_run(int(number))
    found = Experiment.objects.filter(pk=int(number)).first()
    if found is None:
        raise Refused([Problem("experiment", f"There is no experiment {number}.")])
    return found


def parse_values(given: Sequence[str]) -> dict[str, str]:
    """``["clients=1,10", "layout=month"]`` as what is given of each parameter."""
    if wrong := [text for text in given if "=" not in text]:
        raise Refused([Problem("--set", f"“{text}” is not of the form name=value.") for text in wrong])
    pairs = (text.split("=", 1) for text in given)
    return {name.strip(): value.strip() for name, value in pairs}
