import os
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from benchlab.models.clone_detection import detach_from_original


class Command(BaseCommand):
    help = "Bring the database and the catalogue up to date: one process for both, because every start waits for it."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        call_command("migrate", interactive=False, stdout=self.stdout)
        detach_from_original()
        call_command("load_catalogue", stdout=self.stdout)
        if "BENCHLAB_TARGET_URL" in os.environ:
            call_command("add_target")
