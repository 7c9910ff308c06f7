"""Values are drawn from the seed: the same in a rerun, within their bounds, and never twice where they are keys."""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from benchlab.definitions.values import generator_arguments, generators
from benchlab.definitions.values.generators import Generator

DRAWN = {
    "integer": [1, 100],
    "sequence": {"start": 5},
    "decimal": [0.01, 999.99],
    "date": ["2026-01-01", "2026-12-31"],
    "time": ["00:00:00", "23:59:59"],
    "datetime": ["2026-01-01 00:00:00", "2026-12-31 23:59:59"],
    "string": {"length": [1, 9], "alphabet": "ab"},
    "word": 2,
    "ip": "10.1.0.0/16",
    "choice": {"red": 3, "green": 1},
}


def make(kind: str, given: Any, *path: int | str, **place: int) -> Generator:
    return generators.make(generator_arguments.check(kind, given), generators.seeded(1, *path), **place)


@pytest.mark.parametrize("kind", generator_arguments.KINDS)
def test_the_same_seed_and_path_draw_the_same_values(kind: str) -> None:
    first, again = make(kind, DRAWN[kind], "insert", 3), make(kind, DRAWN[kind], "insert", 3)

    assert first.batch(50) + first.batch(50) == again.batch(50) + again.batch(50)


@pytest.mark.parametrize("kind", sorted(set(generator_arguments.KINDS) - {"sequence"}))
def test_another_client_draws_others(kind: str) -> None:
    assert make(kind, DRAWN[kind], "insert", 3).batch(50) != make(kind, DRAWN[kind], "insert", 4).batch(50)


def test_sequences_of_several_clients_never_meet() -> None:
    clients = [make("sequence", {"start": 1}, offset=client, stride=3).batch(100) for client in range(3)]

    numbers = sorted(int(number) for drawn in clients for number in drawn)
    assert numbers == list(range(1, 301))


def test_integers_reach_both_bounds_and_nothing_beyond() -> None:
    drawn = {int(text) for text in make("integer", [1, 5]).batch(1000)}

    assert drawn == {1, 2, 3, 4, 5}


def test_distinct_integers_are_spread_evenly() -> None:
    drawn = {int(text) for text in make("integer", {"min": 0, "max": 9_999_999, "distinct": 4}).batch(1000)}

    assert drawn == {0, 2_500_000, 5_000_000, 7_500_000}


def test_zipf_draws_the_second_rank_as_often_as_its_law_says() -> None:
    counts = Counter(make("integer", {"min": 1, "max": 1000, "zipf": 1.0}).batch(200_000))

    assert counts[b"1"] / counts[b"2"] == pytest.approx(2, rel=0.05)
    assert counts[b"1"] / 200_000 == pytest.approx(1 / 7.485, rel=0.05)


def test_decimals_have_every_digit_they_were_given() -> None:
    drawn = make("decimal", ["0.01", "0.10"]).batch(1000)

    assert set(drawn) == {b"0.%02d" % cents for cents in range(1, 11)}


def test_dates_stay_in_their_range() -> None:
    drawn = [date.fromisoformat(text.decode()) for text in make("date", DRAWN["date"]).batch_text(5000)]

    assert min(drawn) == date(2026, 1, 1)
    assert max(drawn) == date(2026, 12, 31)


@pytest.mark.parametrize("kind", generator_arguments.KINDS)
def test_a_literal_and_a_field_are_the_same_draw(kind: str) -> None:
    literals, fields = make(kind, DRAWN[kind], "x").batch(200), make(kind, DRAWN[kind], "x").batch_text(200)

    assert [literal.strip(b"'") for literal in literals] == fields


@pytest.mark.parametrize("exponent", [0.5, 1.0, 1.5, 2.5])
def test_zipf_follows_its_law(exponent: float) -> None:
    counts = Counter(make("integer", {"min": 1, "max": 50, "zipf": exponent}).batch(200_000))

    weights = {rank: rank**-exponent for rank in range(1, 51)}
    expected = {rank: 200_000 * weight / sum(weights.values()) for rank, weight in weights.items()}
    # Chi squared with 49 degrees of freedom: above 94 once in ten thousand.
    assert sum((counts[b"%d" % rank] - wanted) ** 2 / wanted for rank, wanted in expected.items()) < 94


def test_a_range_too_wide_for_a_table_keeps_its_bounds_too() -> None:
    drawn = [
        int(text) for text in make("integer", {"min": -5_000_000, "max": 5_000_000, "distinct": "1M"}).batch(20_000)
    ]

    assert -5_000_000 <= min(drawn) < -4_990_000
    assert 4_990_000 < max(drawn) <= 5_000_000


def test_negative_decimals_keep_their_sign_below_one() -> None:
    drawn = set(make("decimal", ["-0.02", "0.01"]).batch(500))

    assert drawn == {b"-0.02", b"-0.01", b"0.00", b"0.01"}


def test_date_times_reach_over_days() -> None:
    drawn = make("datetime", ["2026-01-31 23:59:58", "2026-02-01 00:00:01"]).batch_text(500)

    assert set(drawn) == {
        b"2026-01-31 23:59:58", b"2026-01-31 23:59:59", b"2026-02-01 00:00:00", b"2026-02-01 00:00:01"
    }  # fmt: skip


def test_addresses_stay_in_their_network() -> None:
    assert all(text.startswith(b"10.1.") for text in make("ip", "10.1.0.0/16").batch_text(1000))


@pytest.mark.parametrize("alphabet", ["ab", "aé€😀", "'\\"])
def test_strings_have_the_lengths_and_letters_they_are_given(alphabet: str) -> None:
    drawn = make("string", {"length": [2, 4], "alphabet": alphabet}).batch_text(500)

    texts = [text.decode().replace("\\\\", "\\") for text in drawn]
    assert {len(text) for text in texts} == {2, 3, 4}
    assert set("".join(texts)) == set(alphabet)


def test_a_share_of_the_draws_is_null() -> None:
    spec = generator_arguments.check("integer", [1, 9], nulls=0.25)

    literals = generators.make(spec, generators.seeded(1)).batch(10_000)
    fields = generators.make(spec, generators.seeded(1)).batch_text(10_000)

    assert literals.count(b"NULL") == pytest.approx(2500, rel=0.1)
    assert fields.count(rb"\N") == literals.count(b"NULL")


def test_weights_are_kept() -> None:
    counts = Counter(make("choice", {"red": 3, "green": 1}).batch_text(20_000))

    assert counts[b"red"] / counts[b"green"] == pytest.approx(3, rel=0.1)


def test_quotes_tabs_and_backslashes_survive_both_ways_of_writing() -> None:
    generator = make("choice", ["it's\ta \\ b"])

    assert generator.batch(1) == [b"'it''s\\ta \\\\ b'"]
    assert generator.batch_text(1) == [b"it's\\ta \\\\ b"]


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("integer", [5, 1], "first bound is above"),
        ("integer", [1], "Write it as integer: "),
        ("integer", {"min": 1, "max": 5, "distinct": 9}, "no 9 distinct"),
        ("integer", {"min": 1, "max": 5, "mx": 9}, "no argument “mx”"),
        ("choice", {"a": 0}, "No weight may be negative"),
        ("ip", "10.0.0.300", "300"),
        ("string", {"length": -1}, "The length is 0 to 65,535"),
        ("string", {"length": 3, "alphabet": ""}, "one or more"),
        ("date", ["2026-02-30", "2026-03-01"], "“2026-02-30” is not a date such as"),
        ("time", ["25:00:00", "26:00:00"], "is not a time of day"),
        ("decimal", ["0.01", "much"], "“much” is not a decimal number"),
        ("decimal", {"min": "0.01", "max": "1", "digits": 1}, "no fewer than the bounds"),
        ("integer", {"min": 1, "max": "many"}, "is not a count"),
        ("integer", {"min": 1}, "“max” is missing"),
        ("integer", {"min": 0, "max": 9, "zipf": -1}, "exponent above 0"),
        ("word", [3, 1], "first bound is above"),
        ("choice", [], "Write it as choice"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(kind: str, given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        generator_arguments.check(kind, given)


def test_distinct_words_are_so_many_texts_with_their_separator() -> None:
    spec = generator_arguments.check("word", {"count": 2, "separator": ".", "distinct": 50})

    drawn = set(generators.make(spec, generators.seeded(1, "domain")).batch_text(5000))

    assert len(drawn) == 50
    assert all(text.count(b".") == 1 for text in drawn)
