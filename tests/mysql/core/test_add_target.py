import pytest
from django.core.management import call_command

from benchlab.models import Server
from tests.servers import PrivateMariaDB


def test_the_target_is_entered_once_and_checked_again_at_each_start(
    transactional_db: None, mariadb_process: PrivateMariaDB, monkeypatch: pytest.MonkeyPatch
):
    at = mariadb_process.tcp_address
    monkeypatch.setenv("BENCHLAB_TARGET_URL", f"mysql://{at.user}:{at.password}@{at.host}:{at.port}/")
    call_command("add_target")
    entered = Server.objects.get(name="target")
    Server.objects.update(facts_json={**entered.facts_json, "machine": "another"})

    call_command("add_target")

    assert Server.objects.get().facts.machine == entered.facts.machine
