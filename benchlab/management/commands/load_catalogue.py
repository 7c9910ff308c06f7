from typing import Any

from django.core.management.base import BaseCommand

from benchlab.definitions import catalog
from benchlab.models import Benchmark


class Command(BaseCommand):
    help = "Store the definitions that benchlab ships with."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        for text in catalog.shipped().values():
            Benchmark.store_shipped(text)
