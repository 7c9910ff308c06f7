import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.definitions import Refused
from benchlab.models import Server
from benchlab.models.servers import read_address


class Command(BaseCommand):
    help = "Enter the server at BENCHLAB_TARGET_URL as BENCHLAB_TARGET_NAME (target), unless it is there."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        name = os.environ.get("BENCHLAB_TARGET_NAME", "target")
        if Server.objects.filter(name=name).exists():
            return
        try:
            server = Server(name=name, **read_address(os.environ.get("BENCHLAB_TARGET_URL", "")))
        except Refused as refused:
            raise CommandError(f"BENCHLAB_TARGET_URL: {refused}") from refused
        server.save()
        server.check_now()
