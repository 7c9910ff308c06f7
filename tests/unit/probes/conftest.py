from pathlib import Path

import pytest


@pytest.fixture
def recorded() -> Path:
    """What sysstat 12.6.1 wrote, while 40 MB were written to the disk twice."""
    return Path(__file__).parent / "recorded"
