"""What a plan needs of a server, compared with the server's facts before a launch."""

from collections.abc import Callable
from dataclasses import replace

from benchlab.definitions.language import create_table
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.myisamchk import MyisamchkPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.server_facts import Facts

_FILE_ENGINES = {"myisam", "aria"}
"""With these every connection opens each partition's files again; InnoDB and RocksDB share them."""
_OWN_CONNECTIONS = 10
"""What benchlab needs in addition to the clients: its probes, its own statements, and a person who looks."""


def check(plan: Plan, facts: Facts) -> list[Problem]:
    """Why the plan can not work on the server, with what to do about it; empty where it can."""
    return [problem for rule in _RULES for problem in rule(plan, facts)]


def _account(plan: Plan, facts: Facts) -> list[Problem]:
    wanted = any(server.account for server in plan.servers)
    return _capable("account", "No account and schema can be made for the run", facts) if wanted else []


def _engines(plan: Plan, facts: Facts) -> list[Problem]:
    offered = {engine.lower() for engine in facts.engines}
    return [
        Problem(
            _about(engine, table, plan),
            f"{facts.flavour} {facts.version} does not offer the engine {engine}. Choose one that it has: "
            f"{', '.join(facts.engines)}.",
        )
        for engine, table in _tables_by_engine(plan, facts).items()
        if engine.lower() not in offered
    ]


def _partitioned_engines(plan: Plan, facts: Facts) -> list[Problem]:
    if facts.flavour == "MariaDB" or facts.version_numbers < (8,):
        return []
    partitioned = {table: text for table, text in plan.tables.items() if create_table.is_partitioned(text)}
    return [
        Problem(
            _about(engine, table, plan),
            f"{facts.flavour} {facts.version} partitions InnoDB tables only (error 1178 for {engine}). "
            "Choose the engine InnoDB or an unpartitioned layout.",
        )
        for engine, table in _tables_by_engine(replace(plan, tables=partitioned), facts).items()
        if engine.lower() != "innodb" and engine in facts.engines
    ]


def _partitions(plan: Plan, facts: Facts) -> list[Problem]:
    wanted = any(map(create_table.is_partitioned, plan.tables.values()))
    return _capable("partitions", "Tables can not be partitioned there", facts) if wanted else []


def _bulk_load(plan: Plan, facts: Facts) -> list[Problem]:
    streams = [phase for phase in plan.all_phases() if isinstance(phase, LoadPhase) and phase.method == "load data"]
    # With the right to set global variables benchlab switches it on for the run.
    if not streams or facts.local_infile or facts.capability("settings").possible:
        return []
    problems = _capable("bulk_load", f"The phase “{streams[0].name}” loads by LOAD DATA LOCAL", facts)
    return [replace(each, message=f"{each.message} Or give the phase “method: insert”.") for each in problems]


def _myisamchk(plan: Plan, facts: Facts) -> list[Problem]:
    phases = [phase for phase in plan.phases if isinstance(phase, MyisamchkPhase)]
    engines = _table_engines(plan, facts)
    for phase in phases:
        if engines[phase.table].lower() != "myisam":
            sentence = f"works on MyISAM tables only, and {phase.table} is in {engines[phase.table]}. Use ALTER TABLE."
            return [Problem(_about(engines[phase.table], phase.table, plan), f"The phase “{phase.name}” {sentence}")]
    return _capable("myisamchk", f"The phase “{phases[0].name}” works on the table's files", facts) if phases else []


def _settings(plan: Plan, facts: Facts) -> list[Problem]:
    if plan.settings:
        return _capable("settings", f"The run sets {', '.join(plan.settings)}", facts)
    return []


def _triggers(plan: Plan, facts: Facts) -> list[Problem]:
    if "triggers" not in plan.needs:
        return []
    if facts.binary_log:
        sentence = "Under the binary log triggers need log_bin_trust_function_creators = 1 (error 1419)"
        return _capable("settings", sentence, facts)
    return _capable("triggers", "Triggers can not be made there", facts)


def _connections(plan: Plan, facts: Facts) -> list[Problem]:
    needed = _most_connections(plan) + _OWN_CONNECTIONS
    if needed <= facts.max_connections:
        return []
    return [
        Problem(
            "parameter clients",
            f"The run needs {needed:,} connections; the server allows {facts.max_connections:,}. "
            f"Use fewer clients or SET GLOBAL max_connections = {needed}.",
        )
    ]


def _open_files(plan: Plan, facts: Facts) -> list[Problem]:
    partitions = sum(
        create_table.partition_count(plan.tables[table])
        for table, engine in _table_engines(plan, facts).items()
        if engine.lower() in _FILE_ENGINES
    )
    needed = partitions * (1 + _most_connections(plan))
    if needed <= facts.open_files_limit:
        return []
    return [
        Problem(
            "parameter clients",
            f"{partitions:,} partitions that every connection opens need about {needed:,} open files; the server "
            f"allows {facts.open_files_limit:,} (errors 23 and 1696 would follow). Use fewer clients or partitions, "
            f"the engine InnoDB, or start the server with open_files_limit = {needed}.",
        )
    ]


_RULES: tuple[Callable[[Plan, Facts], list[Problem]], ...] = (
    _account,
    _engines,
    _partitioned_engines,
    _partitions,
    _bulk_load,
    _myisamchk,
    _settings,
    _triggers,
    _connections,
    _open_files,
)


def _table_engines(plan: Plan, facts: Facts) -> dict[str, str]:
    return {table: create_table.engine(text) or facts.engines[0] for table, text in plan.tables.items()}


def _tables_by_engine(plan: Plan, facts: Facts) -> dict[str, str]:
    """One table of each engine, so that a problem is reported once."""
    return {engine: table for table, engine in reversed(_table_engines(plan, facts).items())}


def _about(engine: str, table: str, plan: Plan) -> str:
    """The parameter that chose the engine, which a person can change; else the table."""
    chosen = next((name for name, value in plan.parameters.items() if value == engine), "")
    return f"parameter {chosen}" if chosen else f"table {table}"


def _most_connections(plan: Plan) -> int:
    return max((phase.connections for phase in plan.phases), default=1)


def _capable(name: str, sentence: str, facts: Facts) -> list[Problem]:
    capability = facts.capability(name)
    if capability.possible:
        return []
    return [Problem("server", f"{sentence}: {capability.reason} {capability.remedy}".strip())]
