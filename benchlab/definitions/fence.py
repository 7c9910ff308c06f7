"""What definition SQL may not do, said before the launch. The fence itself is the run's account."""

from collections.abc import Iterator

from benchlab.definitions.sql import Token, code

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
    **{
        f"SET {scope}": "It changes a global setting (name it under “settings”)"
        for scope in ("GLOBAL", "PERSIST", "PERSIST_ONLY", "@@GLOBAL", "@@PERSIST")
    },
    **dict.fromkeys(("LOAD DATA", "LOAD XML"), "It reads a file (use a load phase)"),
}
_FILE_WORDS = {"OUTFILE", "DUMPFILE", "LOAD_FILE"}
_BEFORE_A_TABLE = {
    "FROM",
    "JOIN",
    "INTO",
    "UPDATE",
    "TABLE",
    "TABLES",
    "EXISTS",
    "TRIGGER",
    "PROCEDURE",
    "FUNCTION",
    "VIEW",
    "CALL",
}
_NOT_A_TABLE = {"(", "=", "<", ">", "."}
"""What follows a qualified column or a function, and no table."""


def trespasses(sql: str) -> list[str]:
    """A sentence for each thing in the statement that a run's account will be refused."""
    meaningful = code(sql)
    return [*_forbidden_start(meaningful), *_files(meaningful), *_other_schemas(meaningful)]


def _forbidden_start(meaningful: list[Token]) -> Iterator[str]:
    words = [token.text.upper() for token in meaningful[:2]]
    what = _FORBIDDEN_STARTS.get(" ".join(words)) or _FORBIDDEN_STARTS.get(words[0] if words else "")
    if what:
        yield f"{what}, which definition SQL may not do."


def _files(meaningful: list[Token]) -> Iterator[str]:
    if any(token.kind == "word" and token.text.upper() in _FILE_WORDS for token in meaningful):
        yield "It reads or writes a file of the server, which definition SQL may not do."


def _other_schemas(meaningful: list[Token]) -> Iterator[str]:
    for before, schema, dot, table, after in _windows(meaningful):
        named = schema.is_name and dot.text == "." and table.is_name and after.text not in _NOT_A_TABLE
        if before.text.upper() in _BEFORE_A_TABLE and named:
            yield f"It names the schema {schema.name}; a run works in its own alone, so write {table.text} without it."


def _windows(meaningful: list[Token]) -> Iterator[tuple[Token, ...]]:
    padded = [*meaningful, Token("symbol", ";")]
    return zip(*(padded[start:] for start in range(5)), strict=False)
