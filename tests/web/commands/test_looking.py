"""What `bench` shows of runs and benchmarks, and what it refuses to look for."""

import pytest

from benchlab.models import Revision, Run, State
from tests import factories


@pytest.fixture
def imported() -> Run:
    return factories.make_imported()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ls", "--server", "bogus"), "There is no server bogus. Existing: db1."),
        (("ls", "--benchmark", "bogus"), "There is no benchmark bogus. Existing: notes."),
        (("check", "bogus", "--server", "db1"), "There is no benchmark bogus. Existing: notes."),
        (("check", "notes", "--server", "bogus"), "There is no server bogus. Existing: db1."),
    ],
)
def test_what_there_is_not_is_refused_naming_what_there_is(bench, arguments, says):
    factories.make_run()

    answer = bench(*arguments, "--json")

    assert (answer.code, answer.document["format"]) == (2, "benchlab.refusal/1")
    assert [problem["message"] for problem in answer.document["problems"]] == [says]


def test_runs_are_listed_by_server_benchmark_and_state(bench):
    run = factories.make_run(State.FAILED)
    factories.make_run(State.FINISHED)

    listed = bench("ls", "--server", "db1", "--benchmark", "notes", "--state", "failed", "--json")

    assert [each["run"] for each in listed.document] == [run.pk]


def test_a_run_whose_server_is_not_known_here_is_listed_with_its_name(bench, imported):
    assert [each["server"] for each in bench("ls", "--json").document] == ["theirs"]


def test_an_imported_run_is_said_to_be_so(bench, imported):
    assert "finished, imported" in bench("ls").out
    assert bench("show", str(imported.pk)).out.startswith(f"Run {imported.pk} of sell-transactions on theirs")
    assert "finished, imported." in bench("show", str(imported.pk)).out.splitlines()[0]


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELLED])
def test_what_a_run_measured_until_it_broke_off_does_not_look_like_a_result(bench, state):
    factories.make_run(state)

    assert "(18,420.4)  transactions/s" in bench("ls").out


def test_a_rate_is_shown_with_what_it_counts(bench):
    run = factories.make_run()

    shown = bench("show", str(run.pk)).out

    assert "8,333.3 rows/s" in shown
    assert "18,420.4 transactions/s" in shown


def test_a_definition_of_another_version_hides_no_other(bench):
    factories.make_benchmark("good")
    bad = factories.make_benchmark("bad")
    Revision.objects.filter(benchmark=bad).update(text="name: bad\nphases: [unheard: {}]\n")

    answer = bench("catalog", "--json")

    listed = {each["name"]: each for each in answer.document}
    assert answer.code == 0
    assert "problems" not in listed["good"]
    assert listed["bad"]["problems"][0]["message"]
    assert "cannot be launched" in bench("catalog").out


def test_an_argument_that_is_no_text_is_refused(bench):
    factories.make_run()

    answer = bench("ls", "--server", "\udcff", "--json")

    assert (answer.code, answer.document["problems"][0]["message"]) == (2, "An argument is not valid UTF-8.")
