"""Runs exported from one benchlab and imported into another."""

from benchlab.models.exchange.run_import import import_run

__all__ = [
    "import_run",
]
