"""What the arguments name, or Refused with what there is instead."""

from collections.abc import Sequence

from benchlab.definitions import Problem, Refused
from benchlab.models import Benchmark, Run, Server


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


def find_run(number: int) -> Run:
    found = Run.objects.filter(pk=number).first()
    if found is None:
        raise Refused([Problem("run", f"There is no run {number}.")])
    return found


def parse_values(given: Sequence[str]) -> dict[str, list[str]]:
    """``["clients=1,10", "layout=month"]`` as the values to try of each parameter."""
    if wrong := [text for text in given if "=" not in text]:
        raise Refused([Problem("--set", f"“{text}” is not of the form name=value.") for text in wrong])
    pairs = (text.split("=", 1) for text in given)
    return {name.strip(): [value.strip() for value in values.split(",")] for name, values in pairs}
