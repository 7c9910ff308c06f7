"""Statements prepared on a connection, and their values in the binary protocol."""

import struct

import pytest

from tests.unit.core.servers import (
    COLUMN,
    EOF,
    OK,
    Pieces,
    benchlab_core,
    carry_out,
    error,
    feed,
    loop,
    packet,
    packets,
    serving,
)

LONGLONG, NULL, STRING = 0x08, 0x06, 0xFD


def execution(literal: bytes) -> bytes:
    """What is sent behind the command of an execution with one value."""
    made = loop([[(0, (b"DO ", b""), (0,))]], prepared=True)
    feed(made, 1, [[literal]])
    made.exhaust(0)
    with serving(lambda _: [packet(OK)]) as (descriptor, heard):
        made.attach(0, descriptor, [77])
        carry_out(made)
    return heard.commands[0]


@pytest.mark.parametrize(
    ("literal", "kind", "value"),
    [
        (b"7", LONGLONG, struct.pack("<q", 7)),
        (b"-9223372036854", LONGLONG, struct.pack("<q", -9223372036854)),
        (b"12345678901234567890", STRING, b"\x1412345678901234567890"),
        (b"3.50", STRING, b"\x043.50"),
        (b"'it''s'", STRING, b"\x04it's"),
        (rb"'a\\b\n\0'", STRING, b"\x05a\\b\n\x00"),
        (b"''", STRING, b"\x00"),
        (b"'" + b"x" * 300 + b"'", STRING, b"\xfc\x2c\x01" + b"x" * 300),
    ],
)
def test_a_literal_is_bound_as_what_it_is(literal: bytes, kind: int, value: bytes):
    sent = execution(literal)

    assert sent == b"\x17" + struct.pack("<I", 77) + b"\x00\x01\x00\x00\x00" + b"\x00\x01" + bytes([kind, 0]) + value


def test_null_is_a_bit():
    sent = execution(b"NULL")

    assert sent[10:] == b"\x01\x01" + bytes([NULL, 0])


def prepared(*payloads: bytes) -> tuple[int, int, str]:
    def answer(_: bytes) -> Pieces:
        return [packets(*payloads)]

    with serving(answer) as (descriptor, _):
        return benchlab_core.prepare(descriptor, b"SELECT ?", 1000)


def test_a_prepared_statement_has_an_id():
    parameters_and_columns = [COLUMN, EOF, COLUMN, EOF]

    assert prepared(b"\x00\x05\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00", *parameters_and_columns) == (0, 5, "")
    assert prepared(b"\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00") == (0, 6, "")


def test_a_statement_that_can_not_be_prepared_says_why():
    assert prepared(error(1064, "syntax")) == (1064, 0, "syntax")


def test_a_server_that_does_not_answer_is_waited_for_no_longer_than_agreed():
    with serving(lambda _: []) as (descriptor, _):
        code, _, said = benchlab_core.prepare(descriptor, b"SELECT 1", 50)

    assert code == 2013
    assert "prepared" in said
