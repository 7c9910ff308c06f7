"""Whether a myisamchk is of the server whose tables it is to work on."""

import pytest

from benchlab import myisamchk

OF_10_11 = "myisamchk  Ver 2.7 for debian-linux-gnu at x86_64\n"
OF_11_8 = "myisamchk from 11.8.6-MariaDB, client 2.7 for debian-linux-gnu (x86_64)\n"
OF_MYSQL = "myisamchk  Ver 8.4.6 for Linux on x86_64 (MySQL Community Server - GPL)\n"


@pytest.mark.parametrize(
    ("output", "flavour", "version"),
    [
        (OF_10_11, "MariaDB", "10.11.14-MariaDB-0+deb12u2"),
        (OF_11_8, "MariaDB", "11.8.6-MariaDB-0+deb13u1 from Debian"),
        (OF_MYSQL, "MySQL", "8.4.6"),
        (OF_MYSQL, "MySQL", "8.4.6-0ubuntu0.1"),
    ],
)
def test_a_program_of_the_same_server_fits(output: str, flavour: str, version: str) -> None:
    assert myisamchk.fits(output, flavour, version)


@pytest.mark.parametrize(
    ("output", "flavour", "version"),
    [
        (OF_10_11, "MySQL", "8.4.6"),
        (OF_11_8, "MySQL", "9.7.4"),
        (OF_MYSQL, "MySQL", "8.4.60"),
        (OF_MYSQL, "MariaDB", "11.8.6-MariaDB-0+deb13u1"),
        ("", "MariaDB", "11.8.6-MariaDB-0+deb13u1"),
    ],
)
def test_a_program_of_another_server_does_not(output: str, flavour: str, version: str) -> None:
    assert not myisamchk.fits(output, flavour, version)
