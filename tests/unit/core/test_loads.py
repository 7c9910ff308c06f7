"""LOAD DATA LOCAL on the bare socket: what is sent, to whom, and what is made of the answer."""

from collections.abc import Callable, Iterator

import pytest

from tests.unit.core.servers import HANG_UP, OK, Pieces, benchlab_core, error, packet, serving

STATEMENT, NAME = b"LOAD DATA LOCAL INFILE 'offered' INTO TABLE t", "offered"
SAID = b"Records: 3  Deleted: 0  Skipped: 1  Warnings: 1"


def taking(receipt: bytes, asks_for: bytes = b"offered", after: int = 0) -> Callable[[bytes], Pieces]:
    """Asks for the rows, takes packets until the empty one, or so many, and answers then."""
    taken = 0

    def answer(command: bytes) -> Pieces:
        nonlocal taken
        taken += 1
        if taken == 1:
            return [packet(b"\xfb" + asks_for, 1)]
        return [packet(receipt, (taken + 1) % 256)] if not command or taken == after + 1 else []

    return answer


def load(answer: Callable[[bytes], Pieces], *rows: bytes) -> tuple[int, str, list[bytes]]:
    with serving(answer) as (descriptor, heard):
        code, said = benchlab_core.load(descriptor, STATEMENT, NAME, iter(rows))
    return code, said, heard.commands


def test_rows_go_out_in_packets_and_an_empty_one_ends_them():
    code, said, heard = load(taking(OK + SAID), b"1\n" * 40_000, b"", b"2\n")

    assert (code, said) == (0, SAID.decode())
    assert heard[0] == b"\x03" + STATEMENT
    assert b"".join(heard[1:]) == b"1\n" * 40_000 + b"2\n"
    assert heard.index(b"") == len(heard) - 1


def test_packets_are_counted_beyond_a_byte():
    code, _, heard = load(taking(OK), *[b"1\n"] * 700)

    assert (code, len(heard)) == (0, 702)


@pytest.mark.parametrize(("status", "behind"), [(b"\x02\x00", b""), (b"\x02\x40", b"\x03\x01\x01t")])
def test_the_answer_is_the_same_where_its_length_is_told(status: bytes, behind: bytes):
    receipt = b"\x00\x01\x00" + status + b"\x00\x00" + bytes([len(SAID)]) + SAID + behind

    _, said, _ = load(taking(receipt), b"1\n")

    assert said == SAID.decode()


@pytest.mark.parametrize("asked", [b"/etc/passwd", b"", b"offered2", b"offere", b"x" * 400])
def test_only_the_name_that_was_offered_is_answered(asked: bytes):
    code, said, heard = load(taking(OK, asks_for=asked), b"secret\n")

    assert code == 2027
    assert f"not offered: {asked.decode()[:200]}" in said
    assert heard == [b"\x03" + STATEMENT]


def test_a_server_that_wants_no_rows_gets_none():
    code, said, _ = load(lambda _: [packet(OK)], b"1\n")

    assert (code, "did not ask" in said) == (2027, True)


def test_an_error_is_told_with_its_code():
    assert load(lambda _: [packet(error(1146, "no such table"))], b"1\n")[:2] == (1146, "no such table")
    assert load(taking(error(1205, "lock wait")), b"1\n")[:2] == (1205, "lock wait")


def test_a_receipt_that_is_cut_short_is_none():
    assert load(taking(b"\x00\x01"), b"1\n")[0] == 2027


def test_a_lost_connection_is_an_error():
    assert load(lambda _: [HANG_UP], b"1\n")[:2] == (2013, "Lost connection to server during a load")


def test_a_server_that_ends_the_connection_says_why():
    def answer(command: bytes) -> Pieces:
        return [packet(b"\xfboffered", 1)] if command[:1] == b"\x03" else [packet(error(1927, "killed"), 9), HANG_UP]

    code, said, _ = load(answer, *[b"1\n" * 100_000] * 20)

    assert (code, said) in {(1927, "killed"), (2013, "Lost connection to server during a load")}


def test_rows_that_run_out_break_the_connection():
    def rows() -> Iterator[bytes]:
        yield b"1\n"
        raise RuntimeError("ran out")

    with serving(taking(OK)) as (descriptor, heard), pytest.raises(RuntimeError, match="ran out"):
        benchlab_core.load(descriptor, STATEMENT, NAME, rows())

    assert b"" not in heard.commands


@pytest.mark.parametrize("wrong", [["1\n"], [1]])
def test_rows_are_bytes(wrong: list[object]):
    with serving(taking(OK)) as (descriptor, _), pytest.raises(TypeError):
        benchlab_core.load(descriptor, STATEMENT, NAME, iter(wrong))


def test_a_name_is_short():
    with serving(taking(OK)) as (descriptor, _), pytest.raises(ValueError, match="short name"):
        benchlab_core.load(descriptor, STATEMENT, "x" * 300, iter([]))
