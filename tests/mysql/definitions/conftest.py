"""Plans are carried out here as in the engine's tests."""

from tests.mysql.engine.conftest import mariadb_runs, runs

__all__ = ["mariadb_runs", "runs"]
