"""Reads columns, engine and partitions from a CREATE TABLE statement."""

import itertools
from collections.abc import Iterator

from benchlab.definitions.language.sql_lexer import SqlToken, code

_NOT_COLUMNS = {"PRIMARY", "UNIQUE", "KEY", "INDEX", "CONSTRAINT", "FOREIGN", "CHECK", "FULLTEXT", "SPATIAL", "PERIOD"}


def column_names(ddl: str) -> list[str]:
    """The columns it defines, in order."""
    starts = [part[0] for part in _parts(code(ddl)) if len(part) > 1]
    return [
        token.name
        for token in starts
        if token.kind == "identifier" or (token.is_name and token.text.upper() not in _NOT_COLUMNS)
    ]


def engine(ddl: str) -> str:
    """The engine it names, empty where it names none."""
    return _after(code(ddl), "ENGINE")


def is_partitioned(ddl: str) -> bool:
    words = [token.text.upper() for token in code(ddl)]
    return ("PARTITION", "BY") in itertools.pairwise(words)


def partition_count(ddl: str) -> int:
    """How many partitions it makes, subpartitions counted; 1 without any."""
    if not is_partitioned(ddl):
        return 1
    meaningful = code(ddl)
    texts = [token.text.upper() for token in meaningful]
    named = sum(word == "PARTITION" and texts[at + 2 : at + 3] == ["VALUES"] for at, word in enumerate(texts))
    return (named or int(_after(meaningful, "PARTITIONS") or 1)) * int(_after(meaningful, "SUBPARTITIONS") or 1)


def _after(meaningful: list[SqlToken], keyword: str) -> str:
    """The word behind ``KEYWORD`` or ``KEYWORD =``."""
    for at, token in enumerate(meaningful[:-1]):
        if token.kind == "word" and token.text.upper() == keyword:
            following = meaningful[at + 1 : at + 3]
            return following[-1].name if following[0].text == "=" else following[0].name
    return ""


def _parts(meaningful: list[SqlToken]) -> Iterator[list[SqlToken]]:
    """What is between the commas of the outermost parentheses."""
    depth, part = 0, list[SqlToken]()
    for token in meaningful:
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "symbol" else 0
        if (token.text == "," and depth == 1) or (token.text == ")" and depth == 0):
            yield part
            part = []
            if depth == 0:
                return
        elif depth > 1 or (depth == 1 and token.text != "("):
            part.append(token)
