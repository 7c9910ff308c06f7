"""Whether myisamchk can work on the server's tables: found out on one of our own, without changing it."""

import os
from pathlib import Path

from benchlab import myisamchk, mysql, mysql_accounts
from benchlab.definitions.plan.server_facts import Capability, Flavour

PROBED = "probed"
PACKAGE = "apt-get download mariadb-server, and put its usr/bin/myisamchk into a folder of the PATH."


def capability(connection: mysql.Connection, schema: str, flavour: Flavour, user: str) -> Capability:
    """``schema`` is a scratch one, ``user`` whose rights are tried. Raises ``mysql.Error``."""
    version, datadir = mysql.rows(connection, "SELECT VERSION(), @@datadir")[0]
    index = Path(datadir, schema, f"{PROBED}.MYI")
    if refusal := _refusal(connection, f"{schema}.{PROBED}"):
        denied = mysql.error_code(refusal) in mysql_accounts.DENIED
        said = f"{mysql.error_text(refusal)} (error {mysql.error_code(refusal)})"
        return Capability("myisamchk", False, said, f"GRANT RELOAD, LOCK TABLES ON *.* TO {user};" if denied else "")
    if not os.access(index, os.R_OK | os.W_OK):
        reason = f"The server's tables are in {datadir}, which benchlab can not write to from here."
        return Capability(
            "myisamchk", False, reason, "Use a sandbox, or run benchlab where the data are, as their owner."
        )
    why = myisamchk.why_not(flavour, version)
    return Capability("myisamchk", not why, why, PACKAGE if why else "")


def _refusal(connection: mysql.Connection, table: str) -> mysql.Error | None:
    """Of the steps that give us the files of a table alone; None where all were done."""
    try:
        mysql.run(connection, f"CREATE TABLE {table} (id INT PRIMARY KEY) ENGINE=MyISAM")
        mysql.run(connection, f"LOCK TABLES {table} WRITE")
        mysql.run(connection, f"FLUSH LOCAL TABLES {table}")
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return error
    finally:
        mysql.run(connection, "UNLOCK TABLES")
    return None
