"""What benchlab's connections promise, on real servers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from benchlab import mysql
from benchlab.mysql import Address

CONNECTS: list[Callable[[Address], Any]] = [mysql.connect, mysql.connect_raw]


@pytest.mark.parametrize("connect", CONNECTS)
def test_where_tls_is_required_nothing_goes_in_the_clear(mariadb: Address, connect: Callable[[Address], Any]) -> None:
    with pytest.raises(mysql.Error, match="TLS is required"):
        connect(replace(mariadb, socket="", tls=True))


@pytest.mark.parametrize("connect", CONNECTS)
def test_a_server_with_tls_is_used_by_it(mysql: Address, connect: Callable[[Address], Any]) -> None:
    connect(replace(mysql, tls=True)).close()
