"""What can not work on a server is said before the launch, with what to do."""

import pytest

from benchlab.definitions import Facts, catalog
from benchlab.definitions.plan import server_requirements
from tests.unit.definitions.samples import SMALL, facts, plan, unable

STUDY = catalog.shipped()["sell-transactions"]


def said(server: Facts, text: str = STUDY, **given: str) -> str:
    return " ".join(map(str, server_requirements.check(plan(text, server, **given), server)))


def test_nothing_is_said_where_nothing_speaks_against_it() -> None:
    assert said(facts()) == ""


def test_an_engine_that_is_not_there_is_named_with_those_that_are() -> None:
    answer = said(facts(), engine="ROCKSDB")

    assert "does not offer the engine ROCKSDB. Choose one that it has: InnoDB, MyISAM, Aria." in answer


def test_partitioned_myisam_on_mysql_is_refused_with_innodb_suggested() -> None:
    answer = said(facts(flavour="MySQL", version="9.7.4"), engine="MyISAM")

    assert "partitions InnoDB tables only (error 1178 for MyISAM)" in answer
    assert "Choose the engine InnoDB" in answer


def test_what_is_said_of_an_engine_stands_once_at_the_parameter_that_chose_it() -> None:
    server = facts(flavour="MySQL", version="9.7.4")

    [problem] = server_requirements.check(plan(STUDY, server, engine="myisam"), server)

    assert problem.where == "parameter engine"


def test_an_engine_that_the_definition_itself_names_is_said_of_its_table() -> None:
    server = facts(engines=("MyISAM",))

    [problem] = server_requirements.check(plan(SMALL, server), server)

    assert problem.where == "table sale"


def test_what_the_last_check_did_not_look_at_is_not_taken_for_granted() -> None:
    assert "Check the server again." in said(facts(capabilities=()))


def test_unpartitioned_myisam_on_mysql_is_not() -> None:
    assert said(facts(flavour="MySQL", version="9.7.4"), engine="MyISAM", layout="unpartitioned") == ""


def test_the_open_files_of_myisam_partitions_are_computed_beforehand() -> None:
    server = facts(open_files_limit=20000)

    assert said(server, engine="MyISAM", clients="30") == ""
    assert "440 partitions" in said(server, engine="MyISAM", clients="50")
    assert said(server, engine="InnoDB", clients="50") == ""


def test_more_clients_than_connections_are_refused() -> None:
    assert "SET GLOBAL max_connections = 312" in said(facts(max_connections=200), clients="300")


def test_a_trigger_under_the_binary_log_needs_the_right_to_allow_it() -> None:
    server = facts(binary_log=True, capabilities=unable("settings"))

    assert "log_bin_trust_function_creators" in said(server)
    assert said(server, trigger="false") == ""


def test_myisamchk_needs_the_files_of_a_myisam_table() -> None:
    text = SMALL.replace("phases:\n", "phases:\n  - myisamchk: {table: sale, keys: disable}\n")
    of_myisam = text.replace("ENGINE=InnoDB", "ENGINE=MyISAM")

    assert said(facts(), of_myisam) == ""
    assert "works on the table's files: no myisamchk. mend myisamchk." in said(
        facts(capabilities=unable("myisamchk")), of_myisam
    )
    assert "works on MyISAM tables only, and sale is in InnoDB" in said(facts(), text)


def test_a_setting_needs_the_right_to_set_it() -> None:
    server = facts(capabilities=unable("settings"))

    assert "sets innodb_flush_log_at_trx_commit: no settings. mend settings." in said(server, flush="0")


def test_bulk_load_that_is_off_can_be_switched_on_only_with_the_right_to() -> None:
    assert said(facts(local_infile=False), SMALL) == ""
    closed = facts(
        local_infile=False, capabilities=(*unable("bulk_load")[:1], *unable("settings")[1:2], *unable("bulk_load")[2:])
    )
    assert "loads by LOAD DATA LOCAL: no bulk_load. mend bulk_load. Or give the phase “method: insert”." in said(
        closed, SMALL
    )


def test_an_account_that_can_not_be_made_is_said_only_where_one_is_wanted() -> None:
    assert said(facts(capabilities=unable("account"))) == ""


def test_a_capability_that_is_none_is_a_bug_and_not_a_no() -> None:
    with pytest.raises(KeyError, match="triger is no capability"):
        facts().capability("triger")


def test_what_an_older_check_did_not_find_out_is_a_no_with_what_to_do() -> None:
    found = facts(capabilities=()).capability("sar")

    assert not found.possible
    assert found.remedy == "Check the server again."
