"""Servers under test, and the sandboxes that benchlab makes."""

from benchlab.models.servers.server import Server, read_address

__all__ = [
    "Server",
    "read_address",
]
