"""What ANALYZE, CHECK, OPTIMIZE and REPAIR answer: rows that say how it went, where other statements raise an error."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab import mysql

COLUMNS = ("Table", "Op", "Msg_type", "Msg_text")
FAILED = "Operation failed"


@dataclass(frozen=True)
class Answer:
    """``kind`` is the server's Msg_type: status, note, info, warning, error."""

    kind: str
    text: str

    @property
    def is_failure(self) -> bool:
        return self.kind == "error" or self.text == FAILED

    @property
    def is_fine(self) -> bool:
        return self.kind == "status" and self.text == "OK"


def answers(cursor: mysql.Cursor) -> list[Answer]:
    """The answers in the cursor's current result; none where that is of another kind of statement."""
    if tuple(column[0] for column in cursor.description or ()) != COLUMNS:
        return []
    return [Answer(kind.lower(), text) for _, _, kind, text in cursor.fetchall()]


def asked(connection: mysql.Connection, sql: str) -> list[Answer]:
    """Raises ``mysql.Error``."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return answers(cursor)


def remarks(given: Sequence[Answer]) -> list[Answer]:
    """The answers worth a warning: a note may say that the server did something else, or nothing."""
    return list(dict.fromkeys(each for each in given if not each.is_fine))
