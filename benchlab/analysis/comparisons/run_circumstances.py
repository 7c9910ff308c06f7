"""The circumstances of a run: parameters, server, durability, settings, machine and data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from benchlab.analysis.comparisons.sides import Member

Kind = Literal["benchmark", "revision", "parameter", "server", "version", "durability", "setting", "hardware", "data"]
Told = str | int | float | bool | None
Described = Mapping[str, Told]
Describe = Callable[[Member], Described]

DURABILITY = {
    "flush_log_at_trx_commit": "innodb_flush_log_at_trx_commit",
    "sync_binlog": "sync_binlog",
    "log_bin": "log_bin",
    "doublewrite": "innodb_doublewrite",
}
"""What of a snapshot's durability is a setting, and its name."""
ENGINES = "engines"
_HOST = (
    "cpu_model", "cores", "threads", "governor", "numa_nodes", "memory_bytes", "memory_limit_bytes", "swap_bytes",
    "transparent_huge_pages", "swappiness", "kernel", "virtualisation", "container",
)  # fmt: skip
_STORAGE = ("file_system", "mount_options", "device_model", "rotational", "scheduler")
_PLACE_ENDS = ("_file", "_dir", "_path", "_directory", "_index", "_basename", "tmpdir", "_file_priv")
_NAME_STARTS = ("ssl_", "tls_", "report_", "mysqlx_", "admin_", "gtid_", "log_error", "server_id", "server_uuid")
_PLACES = frozenset({"basedir", "bind_address", "datadir", "extra_port", "hostname", "port", "relay_log", "socket"})
"""Settings that say where something is or what it is called, and make nothing faster."""


def describers(members: Sequence[Member]) -> list[tuple[Kind, Describe]]:
    """What is compared of each run, in the order in which it is shown."""
    made = sorted({name for member in members for name in member.snapshot.get("changed") or {} if _matters(name)})
    return [
        ("benchmark", lambda member: {"benchmark": member.plan.benchmark}),
        ("revision", lambda member: {"revision": member.revision}),
        ("parameter", lambda member: member.plan.parameters),
        ("server", lambda member: {"server": _each(server.name for server in member.plan.servers)}),
        (
            "version",
            lambda member: {"version": _each(f"{each.flavour} {each.version}" for each in member.plan.servers)},
        ),
        ("durability", _durability),
        ("setting", lambda member: _settings(member, made)),
        ("hardware", _hardware),
        ("data", _data),
    ]


def _durability(member: Member) -> Described:
    judged = member.durability
    told: dict[str, Told] = {title: judged.get(name) for name, title in DURABILITY.items()}
    if judged.get("log_bin") != "ON":
        told.pop("sync_binlog")  # Without a binary log it does nothing.
    return {**told, ENGINES: _plain(judged.get("engines")) or None}


def _settings(member: Member, made: Iterable[str]) -> Described:
    """Settings that were changed on any of the runs."""
    variables = member.snapshot.get("variables") or {}
    return {name: variables[name] for name in made if name in variables}


def _hardware(member: Member) -> Described:
    host, storage = (member.snapshot.get(name) or {} for name in ("host", "storage"))
    return {
        **{name: host.get(name) for name in _HOST},
        **{name: _plain(storage.get(name)) for name in _STORAGE},
    }


def _data(member: Member) -> Described:
    loaded = sum(result["rows"] or 0 for result in member.phases.values() if result["kind"] == "load")
    return {"rows loaded": loaded or None}


def _matters(setting: str) -> bool:
    return not (
        setting in DURABILITY.values()
        or setting in _PLACES
        or setting.endswith(_PLACE_ENDS)
        or setting.startswith(_NAME_STARTS)
    )


def _each(names: Iterable[str]) -> str:
    return ", ".join(names)


def _plain(value: Any) -> Told:
    return ",".join(map(str, value)) if isinstance(value, list) else value
