"""What a launch may set, and what is said when it can not be."""

import pytest

from benchlab.definitions import Definition, Parameter, Refused
from tests.unit.definitions.samples import SMALL


@pytest.mark.parametrize(
    ("kind", "given", "value", "written"),
    [
        ("duration", "5m", 300.0, "5m"),
        ("duration", "500ms", 0.5, "500ms"),
        ("duration", "90", 90.0, "90s"),
        ("size", "128MB", 128 * 2**20, "128MB"),
        ("size", "1MiB", 2**20, "1MB"),
        ("count", "2M", 2_000_000, "2M"),
        ("count", "1.5k", 1500, "1500"),
        ("boolean", "true", True, "true"),
        ("boolean", "off", False, "false"),
        ("integer", "12", 12, "12"),
        ("number", "0.5", 0.5, "0.5"),
    ],
)
def test_a_value_is_read_as_people_write_it_and_written_so_again(
    kind: str, given: str, value: object, written: str
) -> None:
    parameter = Parameter(name="it", type=kind, default=0, label="It")

    assert parameter.parse(given) == value
    assert parameter.format(parameter.parse(given)) == written


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("duration", "soon", "is not a duration such as"),
        ("duration", "5 fortnights", "Use ms, s, m, h or d"),
        ("count", "1.5", "is not a whole number"),
        ("integer", "2k", "is not a whole number"),
        ("boolean", "perhaps", "neither true nor false"),
        ("engine", "Inno DB", "is not the name of a storage engine"),
        ("integer", "", "Nothing is given"),
    ],
)
def test_what_can_not_be_read_is_said_with_what_could(kind: str, given: str, said: str) -> None:
    parameter = Parameter(name="it", type=kind, default=0, label="It")

    with pytest.raises(ValueError, match=said):
        parameter.parse(given)


def test_a_bound_is_named_in_the_words_of_whoever_wrote_the_value() -> None:
    parameter = Parameter(name="it", type="duration", default=30.0, label="It", minimum=1.0, maximum=3600.0)

    with pytest.raises(ValueError, match="2h is out of bounds: give 1s to 1h"):
        parameter.parse("2h")


def test_an_unknown_parameter_and_a_bad_value_are_both_told() -> None:
    definition = Definition.parse(SMALL)

    with pytest.raises(Refused) as refused:
        definition.values({"clinets": "5", "preload": "many"})

    assert [problem.where for problem in refused.value.problems] == ["parameter clinets", "parameter preload"]


def test_parameters_that_are_not_given_have_their_defaults() -> None:
    values = Definition.parse(SMALL).values({"clients": "7"})

    assert values == {"clients": 7, "layout": "plain", "preload": 1000}
