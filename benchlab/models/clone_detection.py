"""Detects a copy of an installation: sharing its token, each would drop what the other one made."""

import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from django.db import connection, transaction
from django.utils import timezone

from benchlab.models.benchlab_installation import Installation, new_token
from benchlab.models.runs import ChangedSetting, Lock, Run, State
from benchlab.models.schedules import Schedule

MACHINE_ID = Path("/etc/machine-id")
GOES_ON_ELSEWHERE = "This is a copy of another installation, where the run may go on; nothing of it is known here."
COPIED = (
    "The database of this installation was copied from %s. It now goes by a name of its own on the servers: the runs "
    "that went on there are failed here, their schemas are left to the original, and schedules are paused."
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DatabaseLocation:
    """Where the database is: all three stay as they are while it is neither moved nor copied."""

    machine: str
    """Empty where that is not known, as in most containers."""
    path: str
    file: str
    """The file's number; a moved file keeps it, a copied one has another."""

    @classmethod
    def current(cls) -> Self:
        return cls._of_file() if connection.vendor == "sqlite" else cls._of_server()

    @classmethod
    def _of_file(cls) -> Self:
        path = Path(connection.settings_dict["NAME"]).resolve()
        machine = MACHINE_ID.read_text().strip() if MACHINE_ID.exists() else ""
        return cls(machine, str(path), str(path.stat().st_ino) if path.exists() else "")

    @classmethod
    def _of_server(cls) -> Self:
        """The schema's name on the server that has this identity; MariaDB has none that lasts."""
        with connection.cursor() as cursor:
            cursor.execute("SHOW GLOBAL VARIABLES LIKE 'server_uuid'")
            found = cursor.fetchone()
        return cls(found[1] if found else "", connection.settings_dict["NAME"], "")

    def is_copied_to(self, now: Self) -> bool:
        if self.machine and now.machine and self.machine != now.machine:
            return True
        return self.path != now.path and self.file != now.file


def detach_from_original() -> None:
    """Give a copy a token of its own and drop what belongs to its original; does nothing in an original."""
    installation, now = Installation.current(), DatabaseLocation.current()
    if installation.home == asdict(now):
        return
    if not installation.home or not DatabaseLocation(**installation.home).is_copied_to(now):
        Installation.objects.filter(pk=installation.pk).update(home=asdict(now))
    elif _detach(installation, now):
        log.warning(COPIED, installation.home["path"])


def _detach(installation: Installation, now: DatabaseLocation) -> bool:
    """False if another process was faster."""
    with transaction.atomic():
        ours = Installation.objects.filter(pk=installation.pk, token=installation.token)
        if not ours.update(token=new_token(), home=asdict(now)):
            return False
        over = {"state": State.FAILED, "error": GOES_ON_ELSEWHERE, "finished_at": timezone.now(), "waiting_for": ""}
        Run.objects.filter(state__in=(State.QUEUED, State.RUNNING)).update(**over)
        Run.objects.needing_cleanup().update(cleaned_up_at=timezone.now())
        Lock.objects.all().delete()
        ChangedSetting.objects.all().delete()
        # The original goes on launching by them, on the same servers.
        Schedule.objects.update(is_paused=True, next_at=None)
    return True
