"""Rows written by the core are those that Python writes."""

from dataclasses import replace

import numpy as np
import pytest

from benchlab.definitions.values import generator_arguments
from benchlab.engine.generator.client import load_row_stream
from benchlab.engine.generator.statement_rendering import Values
from tests.unit.core.servers import benchlab_core
from tests.unit.definitions.test_generators import DRAWN

ROWS = 4_500
EXTREMES = [-(2**63), -100, -99, -10, -1, 0, 9, 10, 99, 100, 12345, 2**63 - 1]


def values() -> Values:
    specs = {kind: generator_arguments.check(kind, given) for kind, given in DRAWN.items()}
    specs["large"] = generator_arguments.check("integer", [-(10**12), 10**12])
    specs["missing"] = replace(specs["integer"], arguments={**specs["integer"].arguments, "nulls": 0.5})
    return Values(specs, specs, seed=7, path=("load", 0), positions={"sequence": 990})


def test_every_generator_writes_the_same_rows():
    names = [*DRAWN, "large", "missing", "sequence"]

    compiled = list(load_row_stream.written_by_the_core(values(), names, ROWS))

    assert compiled == list(load_row_stream.written(values(), names, ROWS))
    assert [text.count(b"\n") for text in compiled] == [2_000, 2_000, 500]


def test_numbers_of_any_length_are_written():
    written = benchlab_core.write_rows([(np.array(EXTREMES),), (np.array(EXTREMES),)], 0, len(EXTREMES))

    assert written == b"".join(b"%d\t%d\n" % (number, number) for number in EXTREMES)


def test_parts_of_a_field_stand_one_behind_the_other():
    table = np.array([b"a", b"", b"c" * 5_000], dtype=object)
    fields = [((table, np.array([2, 0, 1])), [b"-", b"+", b""]), ([b"x", b"y", b"z"],)]

    assert benchlab_core.write_rows(fields, 0, 3) == b"c" * 5_000 + b"-\tx\n" + b"a+\ty\n" + b"\tz\n"
    assert benchlab_core.write_rows(fields, 1, 2) == b"a+\ty\n"
    assert benchlab_core.write_rows(fields, 3, 9) == b""
    assert benchlab_core.write_rows([], 0, 9) == b""


@pytest.mark.parametrize("place", [3, -1, 2**62])
def test_a_text_that_is_not_there_is_not_looked_up(place: int):
    table = np.array([b"a", b"b", b"c"], dtype=object)

    with pytest.raises(IndexError):
        benchlab_core.write_rows([((table, np.array([0, place])),)], 0, 2)


@pytest.mark.parametrize(
    "fields",
    [
        [([b"1"], [b"1", b"2"])],
        [(np.array([1]),), (np.array([1, 2]),)],
        [(np.array([1.5]),)],
        [(np.array([1], np.int32),)],
        [(np.array([b"a"]),)],
        [((np.array([1]), np.array([0])),)],
        [((np.array([b"a"], object),),)],
        [()],
        [[b"1"]],
    ],
)
def test_columns_of_another_form_are_refused(fields: list[object]):
    with pytest.raises(ValueError, match=r"\w"):
        benchlab_core.write_rows(fields, 0, 1)


def test_texts_are_bytes():
    with pytest.raises(TypeError):
        benchlab_core.write_rows([(["text"],)], 0, 1)
