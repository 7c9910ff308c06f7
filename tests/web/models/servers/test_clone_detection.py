"""A copied installation and its original may share servers, but no name on them."""

import shutil
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from django.db import connection

from benchlab.models import Installation, Lock, Run, Schedule, State
from benchlab.models.clone_detection import DatabaseLocation, detach_from_original
from tests import factories

HERE = DatabaseLocation(machine="a", path="/srv/benchlab/var/benchlab.sqlite3", file="7")


def lives(home: DatabaseLocation | None) -> str:
    """The token of an installation whose database was there."""
    installation = Installation.current()
    Installation.objects.update(home=home and asdict(home))
    return installation.token


def token() -> str:
    return Installation.current().token


def test_a_new_installation_remembers_where_it_is_and_stays_who_it_is():
    before = lives(None)

    detach_from_original()
    detach_from_original()

    assert token() == before
    assert Installation.current().home == asdict(DatabaseLocation.current())


def test_a_copy_gets_a_token_of_its_own_once():
    before = lives(replace(DatabaseLocation.current(), machine="", path="/elsewhere", file="another"))

    detach_from_original()
    after = token()
    detach_from_original()

    assert after != before
    assert token() == after


@pytest.mark.parametrize(
    ("now", "is_copy"),
    [
        (HERE, False),
        (replace(HERE, path="/moved"), False),
        (replace(HERE, file="8"), False),  # Restored from a backup.
        (replace(HERE, machine=""), False),  # In a container made anew.
        (replace(HERE, path="/copied", file="8"), True),
        (replace(HERE, machine="b"), True),
    ],
)
def test_a_copy_is_told_from_what_was_moved_or_restored(now, is_copy):
    assert HERE.is_copied_to(now) is is_copy


def test_a_copied_file_is_a_copy_and_a_renamed_one_is_not(tmp_path, monkeypatch):
    def home(file: Path) -> DatabaseLocation:
        monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
        return DatabaseLocation._of_file()

    original = tmp_path / "original"
    original.write_bytes(b"database")
    before = home(original)
    copied = Path(shutil.copy(original, tmp_path / "copied"))
    moved = original.rename(tmp_path / "moved")

    assert before.is_copied_to(home(copied))
    assert not before.is_copied_to(home(moved))


def test_a_copy_lets_go_of_the_runs_of_its_original():
    going = factories.make_run(State.RUNNING, seconds=3)
    unsettled = factories.make_run(State.CANCELLED, seconds=3, cleaned_up_at=None)
    Lock.objects.create(resource="server:db1", title="server db1", run=going)
    lives(replace(DatabaseLocation.current(), machine="", path="/elsewhere", file="another"))

    detach_from_original()

    going.refresh_from_db()
    assert (going.state, "copy of another installation" in going.error) == (State.FAILED, True)
    assert not Run.objects.needing_cleanup().exists()
    assert not Lock.objects.exists()
    assert unsettled.state == State.CANCELLED


def test_the_schedules_of_a_copy_are_paused():
    schedule = Schedule(name="night", benchmark=factories.make_benchmark(), when="nightly at 02:00")
    schedule.keep([factories.make_server()], by=None)
    lives(replace(DatabaseLocation.current(), machine="", path="/elsewhere", file="another"))

    detach_from_original()

    assert not Schedule.objects.filter(is_paused=False).exists()
    assert Schedule.objects.get().next_at is None
