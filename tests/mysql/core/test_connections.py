"""What benchlab's connections promise, on real servers."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchlab import mysql
from benchlab.mysql import Address
from tests.certificates import self_signed
from tests.conftest import MariaDBFactory

CONNECTS: list[Callable[[Address], Any]] = [mysql.connect, mysql.connect_raw]


@pytest.mark.parametrize("connect", CONNECTS)
def test_where_tls_is_required_nothing_goes_in_the_clear(
    mariadb_server: MariaDBFactory, connect: Callable[[Address], Any]
) -> None:
    without_tls = mariadb_server("--skip-ssl").tcp_address

    with pytest.raises(mysql.Error, match="TLS is required"):
        connect(replace(without_tls, tls=True))


@pytest.mark.parametrize("connect", CONNECTS)
def test_a_server_with_tls_is_used_by_it(mysql: Address, connect: Callable[[Address], Any]) -> None:
    connect(replace(mysql, tls=True)).close()


@pytest.mark.parametrize("connect", CONNECTS)
def test_a_mariadb_with_tls_is_used_by_it(
    mariadb_server: MariaDBFactory, tmp_path: Path, connect: Callable[[Address], Any]
) -> None:
    with_tls = mariadb_server(*self_signed(tmp_path)).tcp_address

    connect(replace(with_tls, tls=True)).close()
