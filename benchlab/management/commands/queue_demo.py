from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.definitions import Refused
from benchlab.models import Run
from benchlab.models.benchmarks import demo


class Command(BaseCommand):
    help = "Queue a short run on the sandbox, once, so that the first page has something to show."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        if Run.objects.filter(label=demo.LABEL).exists():
            return
        try:
            demo.launch()
        except Refused as refused:
            raise CommandError(str(refused)) from refused
