"""Servers that benchlab makes on this machine: create, start, stop, remove."""

from benchlab.sandbox import coldness
from benchlab.sandbox.failures import SandboxError
from benchlab.sandbox.server import Sandbox
from benchlab.sandbox.settings import Setting, default_settings

__all__ = ["Sandbox", "SandboxError", "Setting", "coldness", "default_settings"]
