"""Servers that benchlab makes on this machine: create, start, stop, remove."""

from benchlab.sandbox import page_cache
from benchlab.sandbox.failure_messages import SandboxError
from benchlab.sandbox.server import Sandbox
from benchlab.sandbox.settings import Setting, default_settings

__all__ = ["Sandbox", "SandboxError", "Setting", "default_settings", "page_cache"]
