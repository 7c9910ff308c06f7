import pytest

from benchlab.engine.generator.client.client_connection import answer_of


@pytest.mark.parametrize(
    ("sql", "answer"),
    [
        ("INSERT INTO t VALUES (1)", "nothing"),
        ("  /* mine */ -- so\n update t set a = 1", "nothing"),
        ("INSERT INTO t VALUES (1) RETURNING id", "anything"),
        ("SELECT 1", "rows"),
        ("# note\nselect * from t", "rows"),
        ("SELECT 1 INTO @a", "anything"),
        ("CALL p()", "anything"),
        ("WITH x AS (SELECT 1) SELECT * FROM x", "anything"),
        ("/*!50000 SELECT */ 1", "anything"),
        ("", "anything"),
    ],
)
def test_the_first_word_tells_what_a_statement_answers(sql, answer):
    assert answer_of(sql) == answer
