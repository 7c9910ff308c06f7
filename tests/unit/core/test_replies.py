"""What the core makes of a server's answers, good and bad, in whatever pieces they come."""

import pytest

from tests.unit.core.servers import (
    COLUMN,
    EOF,
    FRAGMENT,
    HANG_UP,
    MORE,
    OK,
    OK_AND_MORE,
    carry_out,
    error,
    feed,
    loop,
    packet,
    packets,
    result,
    serving,
)

MALFORMED, LOST = 2027, 2013


def answered(*pieces: bytes | None, for_s: float = 0.2) -> dict[str, object]:
    """What is counted of a transaction that is answered so."""
    made = loop()
    feed(made, 1)
    made.exhaust(0)
    with serving(lambda _: pieces) as (descriptor, _):
        made.attach(0, descriptor, [])
        return carry_out(made, for_s=for_s)


@pytest.mark.parametrize(
    ("payloads", "rows"),
    [
        ([OK], 1),
        ([b"\x00\xfc\x10\x27\x00\x02\x00\x00\x00"], 10_000),
        (result(), 0),
        (result(b"\x01a", b"\xfb", b"\x00"), 3),
        (result(b"\x01a\x01b", columns=2), 1),
        ([*result(b"\x01a", end=MORE), *result(b"\x01b", b"\x01c")], 3),
        ([*result(b"\x01a", end=MORE), OK], 2),
        ([OK_AND_MORE, OK], 2),
        ([b"\x01\x01", COLUMN, EOF, b"\x01a", EOF], 1),
        ([b"\x01\x00", EOF, b"\x00\x00a", EOF], 1),
        ([b"\xff\xff\xff\x01progress", OK], 1),
        (result(b"\xfe" + (300).to_bytes(8, "little") + b"x" * 300), 1),
    ],
    ids=["ok", "many rows affected", "no rows", "rows", "columns", "two results", "result and ok", "two oks",
         "described", "described before", "progress", "a row that begins like its end"],
)  # fmt: skip
def test_rows_written_and_read_are_counted(payloads: list[bytes], rows: int):
    counted = answered(packets(*payloads))

    assert (counted["transactions"], counted["rows"], counted["errors"]) == (1, rows, {})


def test_a_warning_is_no_trouble():
    counted = answered(packets(b"\x00\x01\x00\x02\x00\x05\x00"))

    assert (counted["rows"], counted["errors"]) == (1, {})


def test_a_row_of_over_16_mb_is_read_to_its_end():
    row = b"\xfd\xff\xff\xff" + b"x" * FRAGMENT
    head = packets(bytes([1]), COLUMN, EOF)
    fragments = packet(row[:FRAGMENT], 4) + packet(row[FRAGMENT:], 5)

    counted = answered(head + fragments + packet(EOF, 6), for_s=5.0)

    assert (counted["rows"], counted["errors"]) == (1, {})


def test_a_packet_of_exactly_16_mb_ends_with_an_empty_fragment():
    row = b"\xfd" + (FRAGMENT - 4).to_bytes(3, "little") + b"x" * (FRAGMENT - 4)

    counted = answered(packets(bytes([1]), COLUMN, EOF) + packet(row, 4) + packet(b"", 5) + packet(EOF, 6), for_s=5.0)

    assert (counted["rows"], counted["errors"]) == (1, {})


@pytest.mark.parametrize(
    "reply",
    [
        packet(b""),
        packet(b"\x00"),
        packet(b"\x00\xfc"),
        packet(b"\x00\xff\x00\x02\x00\x00\x00"),
        packet(b"\x00\xfe" + b"\xff" * 8 + b"\x00\x02\x00\x00\x00"),
        packet(b"\xff\x00"),
        packet(b"\xfe\x00\x00\x02\x00"),
        packet(b"\xfd\xff\xff\xff"),
        packets(b"\x02", COLUMN, EOF, EOF),
        packets(b"\x01", COLUMN, COLUMN),
        packets(b"\x01", COLUMN, EOF, b"\xfe\x00"),
        packet(OK, 7),
        packet(OK) + b"more than was asked for",
        packet(b"\xfb/etc/passwd"),
    ],
    ids=["empty", "cut ok", "cut number", "no number", "too many rows", "cut error", "eof first", "too many columns",
         "too few columns", "columns without end", "cut end", "out of order", "unasked", "asks for a file"],
)  # fmt: skip
def test_a_malformed_reply_costs_the_connection_and_is_told(reply: bytes):
    counted = answered(reply)

    assert (counted["transactions"], counted["errors"]) == (0, {MALFORMED: 1})


@pytest.mark.parametrize("sent", [0, 1, 3, 4, 6])
def test_a_server_that_hangs_up_in_the_middle_of_a_packet_loses_the_statement(sent: int):
    counted = answered(packet(OK)[:sent], HANG_UP)

    assert (counted["transactions"], counted["errors"], counted["in_doubt"]) == (0, {LOST: 1}, 1)


def test_a_server_that_hangs_up_in_the_middle_of_a_result_loses_the_statement():
    counted = answered(packets(*result(b"\x01a", b"\x01b"))[:-9], HANG_UP)

    assert (counted["transactions"], counted["rows"], counted["errors"]) == (0, 0, {LOST: 1})


def test_a_server_that_says_why_it_hangs_up_is_quoted_with_its_code():
    counted = answered(packet(error(1053), 0), HANG_UP)

    assert counted["errors"] == {1053: 1}


def test_a_reply_in_single_bytes_is_one_reply():
    reply = packets(*result(b"\x01a", b"\x01b"))

    counted = answered(*(reply[at : at + 1] for at in range(len(reply))), for_s=5.0)

    assert (counted["rows"], counted["transactions"]) == (2, 1)
