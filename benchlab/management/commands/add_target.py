import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.definitions import Refused
from benchlab.models import Server
from benchlab.models.servers import read_address


class Command(BaseCommand):
    help = "Enter the server at BENCHLAB_TARGET_URL as BENCHLAB_TARGET_NAME (target); if it is there, check it."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        name = os.environ.get("BENCHLAB_TARGET_NAME", "target")
        # It may have been made again meanwhile, in another version or under another host name.
        server = Server.objects.filter(name=name).first() or self._enter(name)
        server.check_now()

    def _enter(self, name: str) -> Server:
        try:
            server = Server(name=name, **read_address(os.environ.get("BENCHLAB_TARGET_URL", "")))
        except Refused as refused:
            raise CommandError(f"BENCHLAB_TARGET_URL: {refused}") from refused
        server.save()
        return server
