"""A schema and an account in which parts of a plan are tried on its server; both are dropped afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from benchlab import mysql, scratch_schemas
from benchlab.definitions.plan.plan import Plan
from benchlab.engine.execution import Access
from benchlab.engine.places import workspace
from benchlab.engine.places.workspace import Owner

LOCK_WAIT_S = 5


class NotTriedError(Exception):
    """The server could not be asked; that says nothing of the plan."""


@dataclass(frozen=True)
class ScratchSchema:
    admin: mysql.Connection
    account: mysql.Address
    """An account with rights on the schema alone; the server's own where none can be made."""
    name: str


@contextmanager
def opened(plan: Plan, access: Access, *, owner: Owner, longest_s: int) -> Iterator[ScratchSchema]:
    """Waits up to ``longest_s`` for each answer; the next sweep drops what a crash leaves. Raises ``mysql.Error``."""
    with mysql.connected(access.admin, read_timeout_s=longest_s, lock_wait_s=LOCK_WAIT_S) as admin:
        scratch_schemas.sweep(admin, owner.instance)
        with scratch_schemas.name(admin, "try", owner.instance) as name:
            target = replace(plan.servers[0], schema=name, account=name if plan.servers[0].account else "")
            try:
                account = workspace.create(admin, target, address=access.admin, instance=owner.instance, run=owner.run)
                yield ScratchSchema(admin, account, name)
            finally:
                workspace.close(admin, target)
                workspace.drop_schema(admin, name, owner.instance)
