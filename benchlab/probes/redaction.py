"""Removes what a run's readers must not see: passwords and keys in variables, statements of other sessions."""

import re
from collections.abc import Iterator, Mapping

REASON = "It may hold a password or a key, or say where one lies, and is not kept."
ALWAYS = frozenset(
    {"report_password", "wsrep_sst_auth", "wsrep_provider_options", "ssl_passphrase", "s3_access_key", "s3_secret_key"}
)
"""Hidden even where they look like a number."""
HOLDS_A_SECRET = re.compile(
    r"passw|passphrase|pwd|secret|credential|token|keytab|access_key|private_key|ssl_key|filekey|(^|_)auth$"
    r"|^(hashicorp|keyring|vault|aws|s3|file_key_management|kmip|component_keyring)_"
)
HOLDS_NONE = re.compile(r"(_format|_policy|[._]policy|_proxy_users|public_key_path|plugin_maturity)$")
PLAIN = re.compile(r"(-?[\d.]+|on|off|yes|no|true|false|disabled|)\Z", re.IGNORECASE)
"""Switches and numbers about passwords are none."""

CUT = "(cut: what other sessions executed)"
QUOTING_SECTIONS = frozenset({"LATEST FOREIGN KEY ERROR", "LATEST DETECTED DEADLOCK", "TRANSACTIONS"})
"""The sections of InnoDB's status that quote statements and rows."""
TITLES = QUOTING_SECTIONS | {
    "BACKGROUND THREAD", "SEMAPHORES", "FILE I/O", "INSERT BUFFER AND ADAPTIVE HASH INDEX", "LOG",
    "BUFFER POOL AND MEMORY", "INDIVIDUAL BUFFER POOL INFO", "ROW OPERATIONS",
}  # fmt: skip
RULE = re.compile(r"-{3,}$")
HARMLESS = re.compile(
    r"$|-{3,}$|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \w+( Transaction:)?$"
    r"|\*\*\* (\(\d+\) )?(TRANSACTION|HOLDS THE LOCK\(S\)|CONFLICTING WITH|WAITING FOR THIS LOCK TO BE GRANTED):?$"
    r"|\*\*\* WE ROLL BACK TRANSACTION \(\d+\)$"
    r"|mysql tables in use \d+, locked \d+$|(LOCK WAIT |ROLLING BACK )?\d+ lock struct\(s\), heap size \d+[\w ,()]*$"
    r"|RECORD LOCKS space id |TABLE LOCK table |Record lock, heap no |Trx read view |LIST OF TRANSACTIONS "
    r"|Trx id counter \w+$|Purge done for trx|History list length \d+$|Total number of lock structs "
    r"|-+ TRX HAS BEEN WAITING [\w ]+:$"
)
TRANSACTION = re.compile(r"(---)?TRANSACTION [\w()]+, ")
THREAD = re.compile(r"(MySQL|MariaDB) thread id \d+, ")
LOCKS = re.compile(r"(RECORD LOCKS|TABLE LOCK) ")
FIELD = re.compile(r" ?\d+: (len|SQL NULL)")


def hidden(variables: Mapping[str, str]) -> set[str]:
    """The names of those whose value is hidden."""
    return {name for name, value in variables.items() if value and _holds_a_secret(name.lower(), value)}


def _holds_a_secret(name: str, value: str) -> bool:
    if name in ALWAYS:
        return True
    return bool(HOLDS_A_SECRET.search(name)) and not HOLDS_NONE.search(name) and not PLAIN.match(value)


def without_others(status: str, *, account: str | None) -> str:
    """InnoDB's status without the statements and rows of others than ``account``, whose schema has its name."""
    return "\n".join(_StatusReader(account).kept(status.splitlines()))


class _StatusReader:
    """Keeps of the sections that quote only what is known to be harmless: a statement may look like anything."""

    def __init__(self, account: str | None) -> None:
        self._account = account
        self._quotes = self._own = self._own_table = False

    def kept(self, lines: list[str]) -> Iterator[str]:
        was_cut = False
        for before, line in zip(["", *lines], lines, strict=False):
            is_title = line.strip() in TITLES and bool(RULE.match(before))
            if is_title:
                self._quotes = line.strip() in QUOTING_SECTIONS
            cut = self._quotes and not is_title and not self._may_stay(line)
            if not cut:
                yield line
            elif not was_cut:
                yield CUT
            was_cut = cut

    def _may_stay(self, line: str) -> bool:
        if TRANSACTION.match(line):
            self._own = False
            return True
        if THREAD.match(line):
            self._own = self._account in line.split()
            return True
        if LOCKS.match(line):
            self._own_table = f"`{self._account}`." in line
        if FIELD.match(line):
            return self._own_table
        return bool(self._own or HARMLESS.match(line))
