"""Definition, parameters and facts make a plan that says everything and forgets nothing on the way through JSON."""

import json
import re

import pytest

from benchlab.definitions import Definition, Facts, Plan, catalog
from benchlab.definitions.phases.check import CheckPhase
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.myisamchk import MyisamchkPhase
from benchlab.definitions.phases.sql import SqlPhase
from tests.unit.definitions.samples import SMALL, facts, plan

REPEATED = SMALL.replace(
    "  - query: {name: total, sql:",
    """  - repeat:
      times: 3
      phases:
        - restart: {name: start cold, when: "{{ layout == 'cut' }}", otherwise: not applicable to a plain table}
        - query: {name: total, sql:""",
)
LAYOUTS = ("unpartitioned", "month", "month-seller", "date-seller")


def study(**given: str) -> Plan:
    return plan(catalog.shipped()["sell-transactions"], **given)


def test_parameters_are_expanded_and_units_resolved() -> None:
    load, drive, _, check = plan(clients="7", preload="2k").phases

    assert isinstance(load, LoadPhase)
    assert (load.rows, load.columns) == (2000, {"id": "id", "amount": "amount"})
    assert isinstance(drive, DrivePhase)
    assert (drive.clients, drive.duration_s) == (7, 5.0)
    assert isinstance(check, CheckPhase)
    assert (check.conditions[0].operator, check.conditions[0].limit) == ("<", 1000.0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_plan_comes_back_from_json_as_it_was(layout: str) -> None:
    made = study(layout=layout)

    assert Plan.from_json(json.loads(json.dumps(made.to_json()))) == made


def test_a_phase_whose_when_says_no_is_left_out() -> None:
    names = {phase.name for phase in study(trigger="false", preload="0").phases}

    assert not names & {"preload", "fill summary", "create trigger", "acceptance"}
    assert study(trigger="false").needs == ()


def test_the_shipped_study_has_the_right_bounds() -> None:
    transaction = study().tables["transaction"]
    summary = study().tables["daily_sell_amount_summary"]

    assert "p1 VALUES LESS THAN (2)" in transaction
    assert "p12 VALUES LESS THAN (13)" in transaction
    assert "d31 VALUES LESS THAN (32)" in summary


def test_the_study_names_the_ways_to_purge_that_a_layout_does_not_have() -> None:
    ways = {layout: {way.partition(" by ")[2] for way in study(layout=layout).left_out} for layout in LAYOUTS}

    assert "TRUNCATE PARTITION" in ways["unpartitioned"]
    assert "DELETE" not in ways["unpartitioned"]
    assert ways["month"] == ways["month-seller"] == {"DROP PARTITION"}
    assert ways["date-seller"] == set()


def test_by_date_the_study_has_a_partition_for_each_month_of_each_year() -> None:
    bounds = re.findall(r"PARTITION (\w+)\s+VALUES LESS THAN \('(.*?)'\)", study(layout="date").tables["transaction"])

    assert len(bounds) == 17
    assert bounds[0] == ("p2025_08", "2025-09-01")
    assert bounds[4] == ("p2025_12", "2026-01-01")
    assert bounds[-1] == ("p2026_12", "2027-01-01")


def test_a_published_figure_applies_to_the_parameters_it_was_taken_with() -> None:
    applying = {figure.label for figure in study(clients="1").published if figure.applies}

    assert {"InnoDB, 1 client", "Best sellers of a day, idle"} <= applying
    assert not applying & {"InnoDB, 10 clients", "MyISAM, 1 client"}


def test_a_published_figure_names_the_one_that_it_is_a_ratio_to() -> None:
    against = {figure.label: figure.against for figure in study().published if figure.against}

    assert against["InnoDB, 10 clients"] == "InnoDB, 1 client"
    assert against["Best sellers of a day, under inserts"] == "Best sellers of a day, idle"


@pytest.mark.parametrize("name", catalog.shipped())
def test_the_catalogue_holds_what_its_files_names_say(name: str) -> None:
    definition = Definition.parse(catalog.shipped()[name])

    assert definition.name == name
    assert definition.plan(definition.values(definition.demo), revision=1, seed=1, servers=(), facts=facts()).phases


def test_the_columns_of_a_load_are_those_with_a_value_of_their_name() -> None:
    renamed = SMALL.replace("  id: {sequence", "  number: {sequence").replace(":id", ":number")

    load = plan(renamed.replace("table: sale,", "table: sale, columns: {id: number},")).phases[0]

    assert isinstance(load, LoadPhase)
    assert load.columns == {"id": "number"}


def test_a_repeat_gives_every_shot_a_name_of_its_own() -> None:
    made = plan(REPEATED, layout="cut")

    assert [phase.name for phase in made.phases][2:-1] == [
        *("start cold", "total"),
        *("start cold, shot 2", "total, shot 2"),
        *("start cold, shot 3", "total, shot 3"),
    ]
    assert Plan.from_json(json.loads(json.dumps(made.to_json()))) == made


def test_a_phase_that_is_left_out_says_why() -> None:
    assert plan(REPEATED, layout="plain").left_out == {"start cold": "not applicable to a plain table"}


def test_an_action_says_when_it_is_what_it_sets_and_what_may_come_of_it() -> None:
    action = "  - sql: {after: 2s, every: 5s, session: {lock_wait_timeout: 1}, may_fail: [1205], statements: DO 1}"

    made = plan(SMALL + action)

    phase = made.phases[-1]
    assert isinstance(phase, SqlPhase)
    assert (phase.after_s, phase.every_s) == (2, 5)
    assert (phase.session, phase.may_fail) == ({"lock_wait_timeout": "1"}, (1205,))
    assert Plan.from_json(json.loads(json.dumps(made.to_json()))) == made


def test_the_shots_of_a_study_are_published_as_their_median() -> None:
    text = SMALL + "published:\n  - {label: Sum, phase: total, seconds: [140s, 128s, 136s], when: {layout: cut}}\n"

    (figure,) = plan(text).published

    assert (figure.value, figure.shots) == (136, (140, 128, 136))
    assert (figure.applies, figure.when) == (False, {"layout": "cut"})


def test_access_log_has_a_partition_for_each_month_and_its_column_in_the_key() -> None:
    text = catalog.shipped()["access-log-partitioning"]

    cut, whole = (plan(text, layout=layout).tables["access_log"] for layout in ("month", "unpartitioned"))

    assert cut.count("VALUES LESS THAN") == 12
    assert "p12 VALUES LESS THAN ('2013-01-01 00:00:00')" in cut
    assert "PRIMARY KEY (id, datetime)" in cut
    assert "PARTITION" not in whole
    assert "PRIMARY KEY (id)" in whole


def test_access_log_counts_each_month_half_open() -> None:
    (per_month, *_) = [
        phase for phase in plan(catalog.shipped()["access-log-partitioning"]).phases if phase.name == "per month"
    ]

    assert isinstance(per_month, DrivePhase)
    [round_of_months] = per_month.transactions
    assert len(round_of_months.statements) == 12
    assert "datetime >= '2012-12-01' AND datetime < '2013-01-01'" in round_of_months.statements[-1].sql


@pytest.mark.parametrize(
    ("server", "given", "by_myisamchk", "by_alter"),
    [
        (facts(), {"layout": "unpartitioned", "engine": "MyISAM"}, True, False),
        (facts(capabilities=()), {"layout": "unpartitioned", "engine": "MyISAM"}, False, True),
        (facts(), {"layout": "unpartitioned", "engine": "MyISAM", "keys": "alter"}, False, True),
        (facts(), {"layout": "month", "engine": "MyISAM"}, False, True),
        (facts(), {"layout": "unpartitioned", "engine": "InnoDB"}, False, False),
    ],
    ids=["as in the study", "no files at hand", "as asked", "partitioned", "InnoDB"],
)
def test_access_log_makes_indexes_by_myisamchk_where_the_study_did_and_the_files_are_at_hand(
    server: Facts, given: dict[str, str], *, by_myisamchk: bool, by_alter: bool
) -> None:
    made = plan(catalog.shipped()["access-log-partitioning"], server, **given)

    assert any(isinstance(phase, MyisamchkPhase) for phase in made.phases) == by_myisamchk
    assert ("enable keys" in {phase.name for phase in made.phases}) == by_alter
    assert ("enable keys by myisamchk" in made.left_out) != by_myisamchk


def test_access_log_keeps_the_ratio_of_the_studys_caches_to_its_rows() -> None:
    text = catalog.shipped()["access-log-partitioning"]

    assert plan(text, engine="MyISAM", rows="250M").settings == {
        "key_buffer_size": 1_075_000_000,
        "myisam_sort_buffer_size": 2_150_000_000,
        "bulk_insert_buffer_size": 2_150_000_000,
    }
    assert plan(text, rows="250M").settings == {"innodb_buffer_pool_size": 12_875_000_000}
    assert plan(text, caches="server").settings == {}
