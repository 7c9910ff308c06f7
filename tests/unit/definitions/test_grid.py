import pytest

from benchlab.definitions import Parameter, Refused
from benchlab.definitions.parameters.experiment_grid import Grid

PARAMETERS = {
    "clients": Parameter("clients", "integer", 10, "Clients", minimum=1, maximum=100, sweep=True),
    "rows": Parameter("rows", "count", 1500, "Rows", sweep=True),
    "layout": Parameter("layout", "choice", "month", "Layout", choices=("month", "none"), sweep=True),
    "words": Parameter("words", "text", "", "Words", sweep=True),
    "length": Parameter("length", "duration", 30.0, "Length"),
}


def grid(repeats: int = 1, **given: str | list[str]) -> Grid:
    return Grid.read(PARAMETERS, given, repeats=repeats)


def refused(repeats: int = 1, **given: str | list[str]) -> list[str]:
    with pytest.raises(Refused) as refusal:
        grid(repeats, **given)
    return [str(problem) for problem in refusal.value.problems]


def test_a_list_is_split_at_its_commas_and_each_value_spelled_alike():
    found = grid(clients="1, 10,+20", rows="1000,1500", length="90s")

    assert found.values == {"clients": ("1", "10", "20"), "rows": ("1k", "1500"), "length": ("90s",)}
    assert found.varying == {"clients": ("1", "10", "20"), "rows": ("1k", "1500")}


def test_several_parameters_make_a_grid_of_which_the_last_changes_fastest():
    cells = grid(layout="month,none", clients="1,10").cells

    assert [tuple(cell.values()) for cell in cells] == [
        ("month", "1"),
        ("month", "10"),
        ("none", "1"),
        ("none", "10"),
    ]


def test_a_value_in_quotes_may_have_a_comma():
    assert grid(words='"a,b", c').values["words"] == ("a,b", "c")


def test_a_list_may_be_given_as_one():
    assert grid(clients=["1", "10"]).values["clients"] == ("1", "10")


def test_every_bad_value_gets_a_sentence_of_its_own():
    found = refused(clients="1,no,1000", layout="year,month")

    assert len(found) == 3
    assert "“no” is not a whole number" in found[0]
    assert "1000 is out of bounds: give 1 to 100." in found[1]
    assert "“year” is not among the choices" in found[2]


def test_a_value_that_stands_twice_is_refused_however_it_is_written():
    assert refused(rows="1k,1000") == ["parameter rows: 1k is listed 2 times. Give each value once."]


@pytest.mark.parametrize("given", ["1s,2s", ["1s", "2s"]])
def test_what_is_not_declared_so_takes_no_list(given):
    [problem] = refused(length=given)

    assert "It takes one value" in problem


def test_an_unknown_parameter_is_named_with_the_nearest():
    assert refused(client="1") == ["parameter client: There is no such parameter. Did you mean “clients”?"]


def test_an_absurd_grid_is_refused_with_its_size():
    [problem] = refused(5, clients=",".join(map(str, range(1, 51))))

    assert (
        "50 combinations \N{MULTIPLICATION SIGN} 5 repeats are 250 runs, and an experiment has 200 at most" in problem
    )


def test_it_takes_one_repeat_at_least():
    assert refused(0) == ["repeats: It takes one repeat at least."]


def test_nothing_that_varies_is_one_cell():
    assert (grid().cells, grid(3).run_count) == ([{}], 3)


def test_each_value_is_tried_once_in_as_few_cells_as_possible():
    tried = grid(clients="1,10,20", layout="month,none").each_value_once

    assert tried == [
        {"clients": "1", "layout": "month"},
        {"clients": "10", "layout": "none"},
        {"clients": "20", "layout": "month"},
    ]
