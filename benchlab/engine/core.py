"""Whether the compiled load core can carry a run's clients."""

from importlib.util import find_spec

from benchlab import mysql

NOT_BUILT = "it is not there: bin/up builds it from native/ with gcc, and says in its output why it could not"
ENCRYPTED = "its connections are encrypted, which is left to libmariadb"


def why_not(connection: mysql.Connection) -> str | None:
    """What keeps clients with connections like this one from the compiled core; None where nothing does."""
    if not is_built():
        return NOT_BUILT
    return ENCRYPTED if mysql.rows(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")[0][1] else None


def is_built() -> bool:
    return find_spec("benchlab_core") is not None
