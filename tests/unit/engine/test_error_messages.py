import pytest

from benchlab import mysql
from benchlab.engine import error_messages


def test_an_error_says_what_happened_why_and_what_to_do():
    said = error_messages.sentence(mysql.Error(1286, "Unknown storage engine 'TokuDB'"), doing="Creating the table t")

    assert said == (
        "Creating the table t failed: the server does not have this engine. Choose one of those that its page lists. "
        "(error 1286: Unknown storage engine 'TokuDB')"
    )


def test_an_error_that_nobody_foresaw_is_told_as_the_server_told_it():
    said = error_messages.said(1365, "Division by 0", doing="The statement “SELECT”")

    assert said == "The statement “SELECT” failed: error 1365: Division by 0."


@pytest.mark.parametrize("code", sorted(error_messages.MEANINGS))
def test_every_meaning_is_a_sentence(code):
    meaning = error_messages.MEANINGS[code]

    assert meaning[0].islower()
    assert meaning.endswith(".")


def test_a_long_statement_is_cut():
    quoted = error_messages.quoted_sql("SELECT\n  1,\n" + "2, " * 200)

    assert quoted.startswith("SELECT 1, 2, 2,")
    assert len(quoted) == error_messages.QUOTED_LENGTH


def test_a_server_that_does_not_greet_is_not_one_that_broke_off():
    text = "Lost connection to server at 'handshake: reading initial communication packet', system error: 110"

    assert "accepts the connection and sends nothing" in error_messages.said(2013, text, doing="Connecting")
    assert "in the middle of a statement" in error_messages.said(2013, "Lost connection to server", doing="Connecting")
