"""What is done on a server before a run's engine may use it."""

from datetime import datetime

from benchlab import mysql
from benchlab.definitions.plan import server_requirements
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine.error_messages import sentence
from benchlab.engine.places import global_settings
from benchlab.models import ChangedSetting, Run, Server
from benchlab.models.runs.cleanup import clean_up
from benchlab.runner.unfit import UnfitError

CHANGES = {"flavour": "flavour", "version": "version", "machine": "host"}
"""The facts that a plan was made for, in a person's words."""


def prepare(run: Run, plan: Plan) -> Server:
    """Verify that the server is what the plan was made for, and ready it. Raises UnfitError and ``mysql.Error``."""
    target = plan.servers[0]
    server = run.servers.filter(name=target.name).first()
    if server is None:
        raise UnfitError(f"The server {target.name} was renamed or removed after the run was queued.")
    _clean_up_earlier_runs(run, server)
    facts = _verified(server, target, plan)
    with mysql.connected(server.address) as admin:
        _change_settings(admin, run, server, plan, facts)
    return server


def _clean_up_earlier_runs(run: Run, server: Server) -> None:
    """What could not be undone when they ended, because the server did not answer."""
    for earlier in Run.objects.needing_cleanup().on(server):
        if clean_up(earlier):
            run.record(f"Something of run {earlier.pk} is still left on {server.name}.", severity="warning")


def _verified(server: Server, target: Target, plan: Plan) -> Facts:
    if not server.check_now() or server.facts is None:
        raise UnfitError(f"The server {server.name} can not be used: {server.check_error}")
    facts = server.facts
    if changes := [_change(what, target, server) for what in CHANGES if getattr(target, what) != getattr(facts, what)]:
        raise UnfitError(f"{' '.join(changes)} The server has been checked again: launch the run again.")
    if problems := server_requirements.check(plan, facts):
        raise UnfitError(" ".join(f"{problem.where}: {problem.message}" for problem in problems))
    return facts


def _change(what: str, target: Target, server: Server) -> str:
    """“The host of db1 was a (seen 2026-11-20 10:00 UTC) and is b (seen 2026-11-22 09:30 UTC).”"""
    then = datetime.fromisoformat(target.checked_at) if target.checked_at else None
    before = f"{getattr(target, what)} ({_seen(then)})"
    now = f"{getattr(server.facts, what)} ({_seen(server.checked_at)})"
    return f"The {CHANGES[what]} of {server.name} was {before} and is {now}."


def _seen(at: datetime | None) -> str:
    return f"seen {at:%Y-%m-%d %H:%M} UTC" if at else "seen before the run was queued"


def _change_settings(admin: mysql.Connection, run: Run, server: Server, plan: Plan, facts: Facts) -> None:
    """Each is written down before it is changed, so that the keeper can put it back if we are lost."""
    for name, wanted in global_settings.needed_settings(plan, facts).items():
        try:
            before = global_settings.read(admin, [name])[name]
            if str(before) == str(wanted):
                continue
            ChangedSetting.objects.create(run=run, server=server, name=name, value=before)
            global_settings.apply(admin, {name: wanted})
        except mysql.Error as error:
            raise UnfitError(sentence(error, doing=f"Setting {name} on {server.name}")) from error
        run.record(f"Set {name} on {server.name} from {before} to {wanted}, until the run ends.")
