"""Just enough of SQL's lexical rules to know what is code and what is quoted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

_QUOTED = r"'(?:[^'\\]|\\.|'')*'?|\"(?:[^\"\\]|\\.|\"\")*\"?"
_COMMENT = r"--(?=[\s\x00-\x1f]|\Z)[^\n]*|\#[^\n]*|/\*(?![!M]).*?(?:\*/|\Z)"
_TOKEN = re.compile(
    rf"""(?P<quoted>{_QUOTED})
    | (?P<identifier>`(?:[^`]|``)*`?)
    | (?P<comment>{_COMMENT})
    | (?P<executable>/\*M?!\d*|\*/)         # /*!40101 ... */ is code to MySQL
    | (?P<placeholder>(?<![\w:@$]):(?P<name>[A-Za-z_]\w*))
    | (?P<word>[@\w$]+)
    | (?P<space>\s+)
    | (?P<symbol>.)""",
    re.DOTALL | re.VERBOSE,
)

Kind = Literal["quoted", "identifier", "comment", "executable", "placeholder", "word", "space", "symbol"]


@dataclass(frozen=True, slots=True)
class SqlToken:
    kind: Kind
    text: str

    @property
    def name(self) -> str:
        """The name in a word, a quoted identifier or a placeholder."""
        if self.kind == "identifier":
            return self.text.strip("`").replace("``", "`")
        return self.text.removeprefix(":") if self.kind == "placeholder" else self.text

    @property
    def is_name(self) -> bool:
        return self.kind in ("word", "identifier")


def tokens(sql: str) -> Iterator[SqlToken]:
    for found in _TOKEN.finditer(sql):
        kind = "placeholder" if found["placeholder"] else found.lastgroup
        yield SqlToken(kind, found[0])  # type: ignore[arg-type]  # the pattern's groups are the kinds


def code(sql: str) -> list[SqlToken]:
    """The tokens that mean something: no space, no comment."""
    return [token for token in tokens(sql) if token.kind not in ("space", "comment", "executable")]


def placeholders(sql: str) -> tuple[str, ...]:
    """The names of placeholders such as `:name`, in order, with repetitions; not in quotes, comments or backticks."""
    return split(sql)[1]


@lru_cache(maxsize=1024)
def split(sql: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(fragments, names): the text around the placeholders, one fragment more than there are names."""
    fragments, names = [""], []
    for token in tokens(sql):
        if token.kind == "placeholder":
            names.append(token.name)
            fragments.append("")
        else:
            fragments[-1] += token.text
    return tuple(fragments), tuple(names)
