"""Reports before the launch what definition SQL may not do. What really guards the server is the run's account."""

from collections.abc import Iterator

from benchlab.definitions.language.sql_lexer import SqlToken, code

_FORBIDDEN_STARTS = {
    "USE": "It changes the schema",
    **dict.fromkeys(("GRANT", "REVOKE"), "It changes rights"),
    **dict.fromkeys(("SHUTDOWN", "KILL", "INSTALL", "UNINSTALL", "STOP", "CHANGE"), "It acts on the server itself"),
    **{
        f"{verb} {what}": "It makes or drops a schema"
        for verb in ("CREATE", "DROP", "ALTER")
        for what in ("DATABASE", "SCHEMA")
    },
    **{
        f"{verb} {what}": "It changes accounts"
        for verb in ("CREATE", "DROP", "ALTER", "RENAME")
        for what in ("USER", "ROLE")
    },
    "SET PASSWORD": "It changes accounts",
    **dict.fromkeys(("LOAD DATA", "LOAD XML"), "It reads a file (use a load phase)"),
}
_FILE_WORDS = {"OUTFILE", "DUMPFILE", "LOAD_FILE"}
_GLOBAL = {"GLOBAL", "PERSIST", "PERSIST_ONLY", "@@GLOBAL", "@@PERSIST", "@@PERSIST_ONLY"}
_OPEN_TO_ALL = {"NEW", "OLD", "INFORMATION_SCHEMA"}
"""The two rows of a trigger, and the schema that shows everybody their own."""


def trespasses(sql: str) -> list[str]:
    """A sentence for each thing in the statement that a run's account will be refused."""
    meaningful = code(sql)
    return [*_forbidden_start(meaningful), *_globals(meaningful), *_files(meaningful), *_other_schemas(meaningful)]


def _forbidden_start(meaningful: list[SqlToken]) -> Iterator[str]:
    """Of the statement, and of any that follows a semicolon in it."""
    starts = [0, *(at + 1 for at, token in enumerate(meaningful) if token.text == ";")]
    for start in starts:
        words = [token.text.upper() for token in meaningful[start : start + 2]]
        what = _FORBIDDEN_STARTS.get(" ".join(words)) or _FORBIDDEN_STARTS.get(words[0] if words else "")
        if what:
            yield f"{what}, which definition SQL may not do."


def _globals(meaningful: list[SqlToken]) -> Iterator[str]:
    texts = [token.text.upper() for token in meaningful]
    for first, second, third in zip(texts, texts[1:], texts[2:], strict=False):
        # A column may be called global: UPDATE t SET global = 1.
        if first == "SET" and second in _GLOBAL and third != "=":
            yield "It changes a global setting, which definition SQL may not do; name it under “settings”."


def _files(meaningful: list[SqlToken]) -> Iterator[str]:
    if any(token.kind == "word" and token.text.upper() in _FILE_WORDS for token in meaningful):
        yield "It reads or writes a file of the server, which definition SQL may not do."


def _other_schemas(meaningful: list[SqlToken]) -> Iterator[str]:
    """Names like ``other.table`` whose first part is no table or alias of this statement.

    A table or alias that qualifies a column also occurs by itself in its statement, a foreign schema does not.
    """
    alone, qualifying = set(_OPEN_TO_ALL), dict[str, str]()
    for before, token, after, target in _in_context(meaningful):
        if not token.is_name or before.text == "." or token.text.startswith("@@") or token.text[0].isdigit():
            continue
        if after.text == "." and (target.is_name or target.text == "*"):
            qualifying.setdefault(token.name, target.name)
        else:
            alone.add(token.name.upper())
    for schema, table in qualifying.items():
        if schema.upper() not in alone:
            sentence = f"“{schema}.{table}” reaches for the schema {schema}"
            yield f"{sentence}; a run works in a schema of its own, so leave “{schema}.” away."


def _in_context(meaningful: list[SqlToken]) -> Iterator[tuple[SqlToken, ...]]:
    end = SqlToken("symbol", ";")
    padded = [end, *meaningful, end, end]
    return zip(*(padded[start:] for start in range(4)), strict=False)
