"""Groups of runs side by side: what makes them not comparable, what is judged, and the table of figures."""

from dataclasses import replace

import pytest

from benchlab.analysis.comparisons.comparison import compare
from benchlab.analysis.comparisons.differences import MIXED
from benchlab.analysis.comparisons.sides import side_of, sides_of
from benchlab.definitions.plan.primary_figure import Primary
from tests.unit.analysis.samples import DURABLE, PLAN, TARGET, member, phases, side

FAST = (1102.0, 1100, 1104, 1101, 1103)
SLOW = (1002.0, 1000, 1004, 1001, 1003)


def snapshot(**changed: str) -> dict:
    return {"variables": {"innodb_buffer_pool_size": "1G", **changed}, "changed": {name: {} for name in changed}}


OTHERWISE = {
    "parameter clients": ({"parameters": {"clients": 20}}, "clients"),
    "revision": ({"revision": 2}, "revision"),
    "server": ({"plan": replace(PLAN, servers=(replace(TARGET, name="db2"),))}, "server"),
    "version": ({"plan": replace(PLAN, servers=(replace(TARGET, version="11.4.2-MariaDB"),))}, "version"),
    "durability innodb_flush_log_at_trx_commit": (
        {"durability": {**DURABLE, "flush_log_at_trx_commit": "0"}},
        "durability",
    ),
    "durability engines": ({"durability": {**DURABLE, "engines": ["Aria"]}}, "engines"),
    "setting innodb_buffer_pool_size": (
        {"snapshot": snapshot(innodb_buffer_pool_size="2G")},
        "innodb_buffer_pool_size",
    ),
    "data rows loaded": ({"phases": phases(1100, rows=2000)}, "data"),
}


@pytest.mark.parametrize(("title", "changes", "factor"), [(title, *each) for title, each in OTHERWISE.items()])
def test_what_differs_and_is_not_compared_makes_groups_not_comparable(title, changes, factor):
    sides = [side(*SLOW, snapshot=snapshot()), side(*FAST, first=6, **{"snapshot": snapshot(), **changes})]

    unnamed, named = compare(sides), compare(sides, factors=[factor])

    assert unnamed.verdict.word == "not comparable"
    assert title in unnamed.verdict.reason
    assert [each.title for each in unnamed.outside] == [title]
    assert named.verdict.word != "not comparable"
    assert not named.outside


def test_they_are_compared_anyway_where_that_is_wanted_and_it_says_so():
    sides = [side(*SLOW), side(*FAST, first=6, parameters={"clients": 20})]

    verdict = compare(sides, anyway=True).verdict

    assert verdict.word == "faster"
    assert verdict.cautions == ("Compared although they differ in parameter clients 10 / 20.",)


def test_another_hardware_is_a_difference_and_an_unknown_one_is_none():
    def on(**host: object) -> object:
        return side(*SLOW, snapshot={"host": host})

    known, other, unknown = on(cpu_model="EPYC", cores=8), on(cpu_model="Xeon", cores=8), on(cpu_model=None)

    assert [each.title for each in compare([known, other]).outside] == ["hardware cpu_model"]
    assert not compare([known, unknown]).outside


def test_a_server_as_a_factor_covers_its_version_and_hardware_but_not_its_durability():
    plan = replace(PLAN, servers=(replace(TARGET, name="db2", version="11.4.2-MariaDB"),))
    other = side(
        *FAST, plan=plan, snapshot={"host": {"cores": 16}}, durability={**DURABLE, "flush_log_at_trx_commit": "2"}
    )

    comparison = compare([side(*SLOW, snapshot={"host": {"cores": 8}}), other], factors=["server"])

    assert [each.title for each in comparison.outside] == ["durability innodb_flush_log_at_trx_commit"]


def test_what_follows_from_a_parameter_is_covered_with_it():
    aria = {"durability": {**DURABLE, "engines": ["Aria"]}, "phases": phases(1100, rows=2000)}
    sides = [side(*SLOW), side(*FAST, first=6, parameters={"engine": "Aria"}, **aria)]

    comparison = compare(sides, factors=["engine"])

    assert [(each.name, each.factor) for each in comparison.differences] == [
        ("engine", "engine"),
        ("engines", "parameters"),
        ("rows loaded", "parameters"),
    ]


def test_a_setting_that_the_runs_made_themselves_is_covered_with_its_parameter():
    plans = [replace(PLAN, settings={"innodb_flush_log_at_trx_commit": flush}) for flush in (0, 1)]
    sides = [
        side(
            *SLOW,
            plan=plan,
            parameters={"flush": flush},
            durability={**DURABLE, "flush_log_at_trx_commit": str(flush)},
        )
        for flush, plan in enumerate(plans)
    ]

    assert [each.title for each in compare(sides).outside] == [
        "parameter flush",
        "durability innodb_flush_log_at_trx_commit",
    ]
    assert not compare(sides, factors=["flush"]).outside


def test_places_and_names_of_a_server_are_no_difference():
    sides = [
        side(*SLOW, snapshot=snapshot(socket=name, log_error=name, slave_load_tmpdir=name, secure_file_priv=name))
        for name in ("a", "b")
    ]

    assert not compare(sides).differences


def test_repeats_that_differ_among_themselves_are_no_group():
    mixed = side_of([member(1), member(2, parameters={"clients": 20})])

    comparison = compare([mixed, side(*SLOW, first=3)], factors=["clients"])

    assert comparison.differences[0].values == (MIXED, 10)
    assert comparison.verdict.word == "not comparable"
    assert "differs between the repeats of one group" in comparison.verdict.reason


def test_several_sides_are_each_judged_and_the_worst_speaks_for_all():
    sides = [side(*SLOW), side(*FAST, first=6), side(*(rate - 200 for rate in SLOW), first=11)]

    comparison = compare(sides)

    assert [verdict.word for verdict in comparison.verdicts] == ["faster", "slower"]
    assert comparison.verdict.word == "slower"
    assert comparison.verdict.reason.startswith("runs 11 to 15, 5 of them: insert: 802 transactions/s")


def test_only_those_that_can_be_compared_make_it_harder_for_each_other():
    alike, others = side(*FAST[:4], first=6), [side(*FAST, parameters={"clients": count}) for count in range(20, 25)]

    comparison = compare([side(*SLOW[:4]), alike, *others])

    assert [verdict.word for verdict in comparison.verdicts] == ["faster", *["not comparable"] * 5]


def test_a_repeat_that_does_not_count_makes_no_difference():
    failed = member(9, state="failed", durability={**DURABLE, "engines": ["Aria"]})

    comparison = compare([side(*SLOW), side_of([*side(*FAST, first=10).members, failed])])

    assert not comparison.differences
    assert comparison.verdict.cautions == ("Some runs do not count: run 9 is failed.",)


def test_what_is_unknown_of_one_repeat_is_no_difference_within_its_group():
    mixed = side_of([member(1, snapshot={"host": {"cores": 8}}), member(2, snapshot={"host": None})])

    assert not compare([mixed, side(*SLOW, first=3, snapshot={"host": {"cores": 8}})]).differences


def test_what_another_revision_makes_otherwise_is_covered_with_it():
    other = side(*FAST, first=6, revision=2, phases=phases(1100, rows=2000))

    assert not compare([side(*SLOW), other], factors=["revision"]).outside


def test_the_primary_figure_is_the_declared_one():
    plan = replace(PLAN, primary=Primary("count", "latency_ms.max", "lower"))

    comparison = compare([side(*SLOW, plan=plan), side(*FAST, first=6, plan=plan)])

    assert comparison.primary.title == "count, longest response time"
    assert comparison.verdict.word == "within noise"


def test_it_is_the_first_drive_where_none_is_declared():
    assert compare([side(*SLOW), side(*FAST)]).primary.title == "insert"


def test_the_table_has_every_figure_once_with_its_ratio_and_interval():
    rows = compare([side(*SLOW), side(*FAST, first=6)]).rows

    told = {(row.figure.phase, row.figure.path): row for row in rows}
    assert len(told) == len(rows)
    assert rows[0].is_primary
    p50 = told["insert", "latency_ms.p50"]
    assert p50.ratios[1].value == pytest.approx(1002 / 1102, rel=1e-3)
    assert p50.ratios[1].low < p50.ratios[1].value < p50.ratios[1].high
    assert p50.moved == (None, "better")
    assert told["insert", "latency_ms.max"].moved == (None, None)
    assert told["insert", "errors"].medians == (0, 0)


def test_the_others_are_corrected_for_their_number():
    sides = [side(*SLOW[:4]), side(*FAST[:4], first=6)]

    comparison = compare(sides)

    assert comparison.verdict.word == "faster"
    assert {moved for row in comparison.rows for moved in row.moved} == {None}


def test_two_sides_give_one_ratio_and_more_give_one_each():
    two = compare([side(*SLOW), side(*FAST)]).to_json()
    three = compare([side(*SLOW), side(*FAST), side(*FAST)]).to_json()

    assert [group["median"] for group in two["groups"]] == [
        {"value": 1002, "interval": [1000, 1004]},
        {"value": 1102, "interval": [1100, 1104]},
    ]
    assert two["metrics"][0]["ratio"] == pytest.approx(1.1, rel=0.01)
    assert len(two["metrics"][0]["interval"]) == 2
    assert three["metrics"][0]["ratio"][0] is None
    assert len(three["metrics"][0]["ratio"]) == 3


def test_shots_of_a_phase_count_as_their_median():
    shots = {name: {**phases()["count"], "latency_ms": {"p50": p50}} for name, p50 in
             (("count", 3.0), ("count, shot 2", 9.0), ("count, shot 3", 4.0))}  # fmt: skip

    rows = compare([side(1000.0, phases=shots), side(1000.0)]).rows

    assert [row.medians[0] for row in rows if row.figure.title == "count, median response time"] == [4.0]


def test_runs_group_by_what_was_chosen_at_their_launch():
    members = [member(1), member(2, parameters={"clients": 20}), member(3), member(4, parameters={"clients": 20})]

    assert [side.label for side in sides_of(members, {})] == ["runs 1, 3", "runs 2, 4"]
    assert [side.label for side in sides_of(members[::2], {})] == ["run 1", "run 3"]
    assert [side.label for side in sides_of(members, {1: "a", 3: "a", 2: "b", 4: "b"})] == ["a", "b"]
