"""Locks of runs on servers and hosts, and the settings that a run changed."""

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.db import models

from benchlab.definitions.values.units import Value
from benchlab.models.servers import Server
from benchlab.probes.snapshot.server_check import this_machine


class Lock(models.Model):
    """A server or host in use, ``server:NAME`` or ``host:MACHINE``, until the run's statements are gone from there."""

    resource = models.CharField(max_length=200, unique=True)
    title = models.CharField(max_length=200)
    """The resource as people call it: "host db1"."""
    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="locks")
    reason = models.CharField(max_length=200, blank=True)
    """Why it is still locked although the run has ended."""

    class Meta:
        ordering = ("resource",)

    def __str__(self) -> str:
        return f"{self.title} for run {self.run_id}"


class ChangedSetting(models.Model):
    """A global setting that a run changed, recorded before the change, deleted once it is put back."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="changed_settings")
    server = models.ForeignKey(Server, on_delete=models.CASCADE)
    name = models.CharField(max_length=64)
    value: "models.JSONField[Value, Value]" = models.JSONField()
    """What it was before."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=("server", "name"), name="a_setting_is_changed_by_one_run")]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Resource:
    key: str
    title: str


def needed_resources(servers: Iterable[Server]) -> list[Resource]:
    """The servers, their machines, and this one, which makes the load: two runs on one machine spoil each other."""
    given = list(servers)
    here = _this_machine()
    found = {server_key(server.name): f"server {server.name}" for server in given}
    found |= {host_key(server.facts.machine): f"host {server.facts.hostname}" for server in given if server.facts}
    found.setdefault(host_key(here), f"host {socket.gethostname()}")
    return [Resource(key, title) for key, title in found.items()]


def server_key(name: str) -> str:
    return f"server:{name}"


def host_key(machine: str) -> str:
    return f"host:{machine}"


@cache
def _this_machine() -> str:
    return this_machine()
