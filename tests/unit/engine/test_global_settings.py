import dataclasses

import pytest

from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine.places.global_settings import apply, needed_settings

FACTS = Facts(
    flavour="MySQL",
    version="9.7.4",
    engines=("InnoDB",),
    hostname="",
    machine="",
    local=True,
    datadir="",
    binary_log=True,
    local_infile=True,
    max_connections=100,
    open_files_limit=1000,
)
PLAN = Plan("b", 1, "", "", 1, {}, (), {}, {}, ())
LOAD = LoadPhase("load", "t", 10, {"a": "b"})


def test_triggers_under_a_binary_log_need_a_setting():
    plan = dataclasses.replace(PLAN, needs=("triggers",))

    assert needed_settings(plan, FACTS) == {"log_bin_trust_function_creators": 1}
    assert needed_settings(plan, dataclasses.replace(FACTS, binary_log=False)) == {}


def test_loads_need_local_infile_unless_they_insert():
    off = dataclasses.replace(FACTS, local_infile=False)
    insert = dataclasses.replace(LOAD, method="insert")

    assert needed_settings(dataclasses.replace(PLAN, phases=(LOAD,)), off) == {"local_infile": 1}
    assert needed_settings(dataclasses.replace(PLAN, phases=(insert,)), off) == {}


def test_the_plans_own_settings_are_needed():
    plan = dataclasses.replace(PLAN, settings={"innodb_flush_log_at_trx_commit": 0})

    assert needed_settings(plan, FACTS) == {"innodb_flush_log_at_trx_commit": 0}


def test_a_name_that_is_none_reaches_no_server():
    with pytest.raises(ValueError, match="not the name of a variable"):
        apply(None, {"a = 1; DROP DATABASE b": 1})  # type: ignore[arg-type]
