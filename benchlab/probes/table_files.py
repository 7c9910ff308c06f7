"""Whether myisamchk can work on the server's tables: found out on one of our own, without changing it."""

import os
from pathlib import Path

from benchlab import myisamchk, mysql
from benchlab.definitions.facts import Capability, Flavour

PROBED = "probed"
PACKAGE = "apt-get download mariadb-server, and put its usr/bin/myisamchk into a folder of the PATH."


def capability(connection: mysql.Connection, schema: str, flavour: Flavour) -> Capability:
    """``schema`` is a scratch one. Raises ``mysql.Error``."""
    version, datadir = mysql.rows(connection, "SELECT VERSION(), @@datadir")[0]
    index = Path(datadir, schema, f"{PROBED}.MYI")
    if why := _why_not_closed(connection, f"{schema}.{PROBED}"):
        return Capability("myisamchk", False, why, "GRANT RELOAD, LOCK TABLES ON *.* TO the account.")
    if not os.access(index, os.R_OK | os.W_OK):
        reason = f"The server's tables are in {datadir}, which benchlab can not write to from here."
        return Capability(
            "myisamchk", False, reason, "Use a sandbox, or run benchlab where the data are, as their owner."
        )
    why = myisamchk.why_not(flavour, version)
    return Capability("myisamchk", not why, why, PACKAGE if why else "")


def _why_not_closed(connection: mysql.Connection, table: str) -> str:
    """Why no table's files can be had for us alone; empty where they can."""
    try:
        mysql.run(connection, f"CREATE TABLE {table} (id INT PRIMARY KEY) ENGINE=MyISAM")
        mysql.run(connection, f"LOCK TABLES {table} WRITE")
        mysql.run(connection, f"FLUSH LOCAL TABLES {table}")
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return f"{mysql.error_text(error)} (error {mysql.error_code(error)})"
    finally:
        mysql.run(connection, "UNLOCK TABLES")
    return ""
