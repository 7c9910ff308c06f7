"""`bench compare`: what it says to people, to a program, and to a pipeline."""

from xml.etree import ElementTree

import pytest

from benchlab.models import Experiment, Phase, Run, State
from tests import factories
from tests.experiment_records import make_experiment


@pytest.fixture
def experiment() -> Experiment:
    """Ten clients insert more than one does."""
    return make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)


@pytest.fixture
def two() -> tuple[str, str]:
    """One run each: the second inserts 10 % less."""
    first, second = factories.make_run(), factories.make_run()
    slow = Phase.objects.get(run=second, name="insert")
    slow.result["per_second"] *= 0.9
    slow.save()
    return str(first.pk), str(second.pk)


def cells(experiment: Experiment) -> tuple[list[str], list[str]]:
    ones, tens = (experiment.runs.filter(cell=cell).values_list("pk", flat=True) for cell in (0, 1))
    return list(map(str, ones)), list(map(str, tens))


def test_two_runs_have_the_promised_document_and_no_verdict(bench, two):
    answer = bench("compare", *two, "--json")

    document = answer.document
    assert (answer.code, document["verdict"]) == (0, "too few repeats")
    assert "One run each says nothing about noise" in document["reason"]
    assert {"verdict", "reason", "metrics", "differences"} <= set(document)
    [insert] = [each for each in document["metrics"] if (each["phase"], each["name"]) == ("insert", "per_second")]
    assert set(insert) >= {"name", "phase", "unit", "better", "values", "ratio", "interval"}
    assert (insert["unit"], insert["better"], insert["interval"]) == ("transactions/s", "higher", None)
    assert insert["values"] == pytest.approx([18420.4, 16578.36])
    assert insert["ratio"] == pytest.approx(0.9)
    assert document["differences"] == []


def test_the_combinations_of_an_experiment_are_compared(bench, experiment):
    answer = bench("compare", f"e{experiment.pk}", "--json")

    assert (answer.code, answer.document["verdict"]) == (0, "faster")
    assert [group["label"] for group in answer.document["groups"]] == ["clients 1", "clients 10"]
    assert answer.document["differences"] == [{"what": "parameter clients", "values": [1, 10], "factor": "clients"}]


def test_what_is_slower_beyond_noise_exits_with_3(bench, experiment):
    ones, tens = cells(experiment)

    answer = bench("compare", *ones, "--against", *tens, "--json")

    assert (answer.code, answer.document["verdict"]) == (3, "slower")


@pytest.mark.parametrize(("threshold", "code"), [("5%", 3), ("0.05", 3), ("20%", 0)])
def test_a_threshold_judges_one_run_each(bench, two, threshold, code):
    assert bench("compare", *two, "--threshold", threshold).code == code
    assert bench("compare", *reversed(two), "--threshold", threshold).code == 0


def test_a_threshold_lets_pass_what_is_slower_by_less(bench, experiment):
    ones, tens = cells(experiment)

    assert bench("compare", *ones, "--against", *tens, "--threshold", "95%").code == 0


def test_other_parameters_are_not_comparable_until_they_are_the_factor_or_anyway(bench, experiment):
    ones, tens = cells(experiment)
    Run.objects.update(experiment=None)

    unnamed, gate = bench("compare", ones[0], tens[0]), bench("compare", ones[0], tens[0], "--threshold", "5%")
    factor = bench("compare", *ones, *tens, "--factor", "clients")
    anyway = bench("compare", *ones, *tens, "--anyway")

    assert (unnamed.code, gate.code) == (0, 1)
    assert "not comparable" in unnamed.out
    assert "parameter clients 1 / 10" in unnamed.out
    assert factor.out.splitlines()[0].endswith(": faster")
    assert "Compared although they differ in parameter clients 1 / 10." in anyway.out


def test_people_read_a_table_with_changes_and_what_moved(bench, two):
    first, second = two

    lines = bench("compare", *two).out.splitlines()

    assert lines[0] == f"run {second} against run {first}: too few repeats"
    [heads] = [line for line in lines if line.startswith("PHASE")]
    assert heads.split("  ")[-1].strip() == "CHANGE"
    assert any(line.startswith("insert") and "\N{MINUS SIGN}10.0 %" in line for line in lines)


def test_several_groups_have_a_change_each(bench):
    experiment = make_experiment({"clients": "1,4,10"}, repeats=4, states=[State.FINISHED] * 12)

    lines = bench("compare", f"e{experiment.pk}").out.splitlines()

    [heads] = [line for line in lines if line.startswith("PHASE")]
    assert "CHANGE, CLIENTS 4" in heads
    assert any(line.startswith("CHANGE is the median over all pairs of repeats") for line in lines)
    assert [line.split(":")[0] for line in lines if " against clients 1: " in line] == [
        "clients 4 against clients 1",
        "clients 10 against clients 1",
    ]


def test_a_ci_server_reads_the_verdicts_as_tests(bench, experiment, two, tmp_path):
    ones, tens = cells(experiment)

    bench("compare", *ones, "--against", *tens, "--junit", str(tmp_path / "slower.xml"))
    bench("compare", *two, "--junit", str(tmp_path / "few.xml"))

    slower, few = (ElementTree.parse(tmp_path / name).getroot() for name in ("slower.xml", "few.xml"))
    assert (slower.get("tests"), slower.get("failures"), few.get("skipped")) == ("1", "1", "1")
    assert "slower, by more than the noise" in slower.find("testcase/failure").get("message")
    assert few.find("testcase/skipped") is not None


def test_the_pinned_repeats_are_the_baseline_of_those_with_the_same_parameters(bench):
    pinned, later = (make_experiment({"clients": "1"}, repeats=5, states=[State.FINISHED] * 5) for _ in range(2))

    told = bench("baseline", f"e{pinned.pk}", "--json")
    compared = bench("compare", f"e{later.pk}", "--against", "baseline", "--json")

    assert (told.code, told.document[0]["runs"]) == (0, sorted(run.pk for run in pinned.runs.all()))
    assert [group["runs"] for group in compared.document["groups"]] == [
        sorted(run.pk for run in each.runs.all()) for each in (pinned, later)
    ]


def test_without_a_baseline_it_says_how_to_pin_one(bench, experiment):
    bench("baseline", f"e{experiment.pk}")

    unpinned = bench("baseline", f"e{experiment.pk}", "--unpin")
    answer = bench("compare", f"e{experiment.pk}", "--against", "baseline")

    assert "no longer the baseline" in unpinned.out
    assert answer.code == 2
    assert "Pin one with `bench baseline RUN`." in answer.errors


def test_several_combinations_are_held_against_several_baselines(bench, experiment, tmp_path):
    bench("baseline", f"e{experiment.pk}")
    later = make_experiment({"clients": "1,10"}, repeats=5, states=[State.FINISHED] * 10)
    for phase in Phase.objects.filter(run__in=later.runs.filter(cell=1), name="insert"):
        phase.result["per_second"] *= 0.7
        phase.save()
    junit = tmp_path / "verdicts.xml"

    answer = bench("compare", f"e{later.pk}", "--against", "baseline", "--junit", str(junit))
    document = bench("compare", f"e{later.pk}", "--against", f"e{experiment.pk}", "--json").document

    assert answer.code == 3
    assert "clients 10: slower" in answer.out
    cases = ElementTree.parse(junit).getroot().findall("testcase")
    assert [case.get("name") for case in cases] == ["clients 1", "clients 10"]
    assert (document["verdict"], [pair["pair"] for pair in document["pairs"]]) == (
        "slower",
        ["clients 1", "clients 10"],
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("1",), "It takes two runs to compare."),
        (("1", "--against", "1"), "These runs are the baseline themselves"),
        (("1", "99"), "There is no run 99."),
        (("1", "e9"), "There is no experiment 9."),
        (("1", "2", "--junit", "/nowhere/at/all.xml"), "/nowhere/at/all.xml: No such file or directory."),
    ],
)
def test_what_can_not_be_compared_is_refused(bench, arguments, says):
    for number in (1, 2):
        factories.make_run(pk=number)

    answer = bench("compare", *arguments)

    assert answer.code == 2
    assert says in answer.errors
