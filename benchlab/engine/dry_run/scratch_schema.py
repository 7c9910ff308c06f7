"""Where something of a plan is tried on its server: a schema and an account of its own, gone again afterwards."""

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
class Place:
    admin: mysql.Connection
    account: mysql.Address
    """Who acts in the schema: an account with rights on it alone, wherever one can be made."""
    schema: str


@contextmanager
def place(plan: Plan, access: Access, *, owner: Owner, longest_s: int) -> Iterator[Place]:
    """Nothing stays on the server but what a sweep finds; an answer is waited for so long. Raises ``mysql.Error``."""
    with mysql.connected(access.admin, read_timeout_s=longest_s, lock_wait_s=LOCK_WAIT_S) as admin:
        scratch_schemas.sweep(admin, owner.instance)
        with scratch_schemas.name(admin, "try", owner.instance) as name:
            target = replace(plan.servers[0], schema=name, account=name if plan.servers[0].account else "")
            try:
                account = workspace.create(admin, target, address=access.admin, instance=owner.instance, run=owner.run)
                yield Place(admin, account, name)
            finally:
                workspace.close(admin, target)
                workspace.drop_schema(admin, name, owner.instance)
