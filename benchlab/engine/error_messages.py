"""What a server's error means, and what to do about it, in a sentence for the person who launched the run."""

from benchlab import mysql

TOO_FEW_FILES = (
    "the server may not open more files. Raise open_files_limit (LimitNOFILE in its systemd unit) and restart it, or "
    "use fewer partitions or clients: MyISAM opens every partition's files once for each connection."
)
DISK_FULL = "the server's disk is full. Free space below its data directory, or load fewer rows."
NOTHING_ANSWERS = "nothing answers at this address. Start the server, or correct host, port or socket on its page."
NO_GREETING = (
    "the server accepts the connection and sends nothing: it hangs, or is overloaded. Look into its error log."
)
LOST_CONNECTION = 2013
LOCAL_IS_OFF = "the server does not allow LOAD DATA LOCAL. SET GLOBAL local_infile = ON, and set it in its option file."

MEANINGS: dict[int, str] = {
    2: "a file that the server needs is missing. Read the server's error log.",
    23: TOO_FEW_FILES,
    24: TOO_FEW_FILES,
    28: DISK_FULL,
    1016: "the server can not open a table's files; most often it may not open more of them. Raise open_files_limit.",
    1021: DISK_FULL,
    1040: "the server has no connection left. Raise max_connections, or use fewer clients.",
    1044: "the statement reaches for a schema that is not the run's. A definition may use its own tables only; name "
    "them without a schema.",
    1045: "the server refuses the user or the password. Correct them on the server's page and check the server again.",
    1049: "the schema no longer exists on the server; it was dropped during the run.",
    1054: "the statement names a column that the table does not have. Correct it in the definition.",
    1064: "the server can not parse the statement. Correct the SQL in the definition.",
    1114: "the table or its tablespace is full: the disk is, or innodb_data_file_path or max_heap_table_size ends "
    "there. Make room, raise the limit, or load fewer rows.",
    1129: "the server blocks this host after too many failed connections. Run FLUSH HOSTS on it.",
    1130: "the server accepts no connection from this host. Make an account for it: CREATE USER ...@'this host'.",
    1142: "the statement reaches for something outside of the run's schema, or needs a right that the run's account "
    "does not have. A definition may use its own tables only; name them without a schema.",
    1143: "the statement reaches for a column that the run's account may not use.",
    1146: "the table does not exist. Create it under `tables`, and name it without a schema.",
    1148: LOCAL_IS_OFF,
    1178: "the engine can not do that here: MySQL 8 and later partition InnoDB tables only. Choose InnoDB, or a "
    "MariaDB server.",
    1193: "the server has no such variable. Correct its name in the definition; MySQL and MariaDB differ in many.",
    1205: "waiting for a lock took too long; another session holds it.",
    1206: "the transaction holds more locks than the buffer pool has room for. Raise innodb_buffer_pool_size.",
    1213: "a deadlock; the server rolled the transaction back.",
    1226: "the account has reached its limit of connections or statements. Raise its limits.",
    1227: "the statement needs a right that the account does not have. Grant it, or leave the statement out.",
    1286: "the server does not have this engine. Choose one of those that its page lists.",
    1290: "the server runs with an option that forbids this, such as --read-only. Use the primary, or change it.",
    1370: "the run's account may not use this routine. A definition may call its own routines only.",
    1410: "the stored account may not create accounts. Give it GRANT OPTION on benchlab's schemas, as the server's "
    "page says.",
    1418: "the binary log is on, and the function does not say DETERMINISTIC or READS SQL DATA. Declare it, or add "
    "`needs: [triggers]` to the definition.",
    1419: "the binary log is on, and the account may create no triggers. Add `needs: [triggers]` to the definition, so "
    "that benchlab sets log_bin_trust_function_creators for the run.",
    1479: "each partition of RANGE or LIST must say which values it takes. Give it VALUES LESS THAN or VALUES IN.",
    1481: "only the last partition may take MAXVALUE. Move it to the end.",
    1488: "the table does not have a column of the partitioning expression. Correct its name.",
    1491: "this partitioning expression gives no whole number. Use a function such as TO_DAYS, or RANGE COLUMNS.",
    1493: "the bounds of RANGE partitions must rise from each partition to the next. Put them in order, and give none "
    "twice.",
    1495: "the same value belongs to two partitions. Leave it in one of them.",
    1499: "a table has at most 8,192 partitions, subpartitions counted. Make fewer.",
    1503: "a primary or unique key must contain every column of the partitioning expression. Correct the table.",
    1506: "a partitioned table can have no foreign keys. Leave them out, or do not partition it.",
    1517: "two partitions have the same name. Give each its own name.",
    1526: "no partition takes this value. Add a partition for it, or narrow the generator.",
    1564: "partitions can not be cut by this function. Use one that the server's manual lists, or RANGE COLUMNS.",
    1654: "a bound has another type than its column. Write it as the column's values are written.",
    1659: "this partitioning takes no column of this type. Use RANGE COLUMNS, LIST COLUMNS or KEY.",
    1696: "the server can not read a partition's files; most often it may not open more of them. Raise "
    "open_files_limit.",
    1878: "the server could not write a temporary file: its tmpdir is full.",
    1969: "the server ended the statement after max_statement_time.",
    2002: NOTHING_ANSWERS,
    2003: NOTHING_ANSWERS,
    2005: "the host's name can not be resolved. Correct it on the server's page.",
    2006: "the server closed the connection: it was stopped or restarted, or max_allowed_packet is too small.",
    2013: "the connection broke in the middle of a statement: the server was stopped, or the thread was killed.",
    2026: "no encrypted connection could be made. Switch TLS off for this server, or set up its certificates.",
    3024: "the server ended the statement after max_execution_time.",
    3948: LOCAL_IS_OFF,
    4166: LOCAL_IS_OFF,
}
"""By error code. 2, 23, 24 and 28 are the operating system's, which some engines pass on."""

HOPELESS = frozenset(
    {1044, 1049, 1054, 1064, 1109, 1136, 1142, 1143, 1146, 1227, 1286, 1305, 1318, 1364, 1370, 1021, 1114, 1290, 28}
)
"""Codes that come again however often a client tries: the first one ends the run."""

QUOTED_LENGTH = 120


def sentence(error: Exception, *, doing: str) -> str:
    """``Creating t failed: the server does not have this engine. ... (error 1286: Unknown storage engine 'X')``."""
    return said(mysql.error_code(error), mysql.error_text(error), doing=doing)


def said(code: int, text: str, *, doing: str) -> str:
    number = f"error {code}: " if code else ""
    meaning = NO_GREETING if _sent_no_greeting(code, text) else MEANINGS.get(code)
    if not meaning:
        return f"{doing} failed: {number}{text.rstrip('.')}."
    return f"{doing} failed: {meaning} ({number}{text.rstrip('.')})"


def _sent_no_greeting(code: int, text: str) -> bool:
    return code == LOST_CONNECTION and ("handshake" in text or "initial communication packet" in text)


def quoted_sql(sql: str) -> str:
    """A statement on one line, shortened for a sentence."""
    line = " ".join(sql.split())
    return line if len(line) <= QUOTED_LENGTH else line[: QUOTED_LENGTH - 3] + "..."
