import pytest

from benchlab.models import Benchmark, Server
from tests import factories


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every model needs it."""


@pytest.fixture
def server() -> Server:
    return factories.make_server()


@pytest.fixture
def benchmark_of_notes() -> Benchmark:
    return factories.make_benchmark()
