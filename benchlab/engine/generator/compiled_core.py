"""Whether the compiled load core can carry a run's clients."""

from importlib.util import find_spec

from benchlab import mysql

NOT_BUILT = "it is not installed: bin/up builds it from native/ with gcc, and its output says why it could not"
ENCRYPTED = "its connections are encrypted, which is left to libmariadb"
ANOTHER_PROTOCOL = (
    "the client library has agreed with the server on packets that the core does not know (compression, or those of "
    "Oracle's libmysqlclient). Build mysqlclient against libmariadb, as bin/up does"
)

COMPRESSED, TLS, COMPRESSED_BY_ZSTD = 1 << 5, 1 << 11, 1 << 26
RESULTS_WITHOUT_EOF, OPTIONAL_METADATA, QUERY_ATTRIBUTES = 1 << 24, 1 << 25, 1 << 27
"""libmariadb 3.3 knows nothing of these three; libmysqlclient 8 asks for all."""
UNKNOWN = COMPRESSED | TLS | COMPRESSED_BY_ZSTD | RESULTS_WITHOUT_EOF | OPTIONAL_METADATA | QUERY_ATTRIBUTES


def why_not(connection: mysql.Connection) -> str | None:
    """Why clients with connections like this one can not use the compiled core; None where they can."""
    if not is_built():
        return NOT_BUILT
    if mysql.rows(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")[0][1]:
        return ENCRYPTED
    return None if speaks(connection.client_flag) else ANOTHER_PROTOCOL


def speaks(capabilities: int) -> bool:
    """Whether the core knows the protocol of a connection with these capabilities."""
    return not capabilities & UNKNOWN


def is_built() -> bool:
    return find_spec("benchlab_core") is not None
