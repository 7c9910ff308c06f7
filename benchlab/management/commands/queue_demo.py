from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.definitions import Refused
from benchlab.models import Benchmark, Run, Server

LABEL = "Demo"


class Command(BaseCommand):
    help = "Queue a short run on the sandbox, once, so that the first page has something to show."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        if Run.objects.filter(label=LABEL).exists():
            return
        server = Server.objects.filter(sandbox="sandbox").first()
        benchmark = next((each for each in Benchmark.objects.all() if each.latest.definition.demo), None)
        if server is None or benchmark is None:
            raise CommandError("There is no sandbox, or no benchmark with a demo.")
        try:
            benchmark.queue_run([server], benchmark.latest.definition.demo, by=None, label=LABEL)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
