"""Servers under test, and the sandboxes that benchlab makes."""

from benchlab.models.servers.installation import Installation, new_token
from benchlab.models.servers.server import Server, read_address

__all__ = [
    "Installation",
    "Server",
    "new_token",
    "read_address",
]
