"""Which of a server's variables nobody is to read."""

import pytest

from benchlab.probes import redaction


@pytest.mark.parametrize(
    "name",
    [
        *("ssl_passphrase", "s3_access_key", "s3_secret_key", "report_password", "wsrep_sst_auth"),
        *("hashicorp_key_management_token", "hashicorp_key_management_vault_url", "file_key_management_filekey"),
        *("keyring_file_data", "keyring_vault_config", "keyring_okv_conf_dir", "keyring_aws_conf_file"),
        *("authentication_ldap_simple_bind_root_pwd", "caching_sha2_password_private_key_path", "gssapi_keytab_path"),
        *("ssl_key", "admin_ssl_key", "wsrep_provider_options", "aws_key_management_master_key_id"),
    ],
)
def test_what_may_hold_a_secret_is_hidden(name: str) -> None:
    assert redaction.hidden({name: "hunter2/x"}) == {name}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("default_password_lifetime", "0"), ("strict_password_validation", "ON"), ("max_token_size", "84")],
        *[("caching_sha2_password_storage_format", "CRYPT5"), ("validate_password.policy", "MEDIUM")],
        *[("keyring_operations", "ON"), ("key_buffer_size", "8388608"), ("innodb_ft_min_token_size", "3")],
        *[("report_password", ""), ("ssl_cert", "server.pem"), ("character_set_connection", "utf8mb4")],
    ],
)
def test_switches_numbers_and_what_is_empty_are_shown(name: str, value: str) -> None:
    assert redaction.hidden({name: value}) == set()


def test_a_password_of_digits_is_one() -> None:
    assert redaction.hidden({"report_password": "12345"}) == {"report_password"}


DEADLOCK = """\
------------------------
LATEST DETECTED DEADLOCK
------------------------
2026-11-21 11:43:10 139875255228096
*** (1) TRANSACTION:
TRANSACTION 371180, ACTIVE 0 sec starting index read
mysql tables in use 1, locked 1
LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
MySQL thread id 1136, OS thread handle 139875128223424, query id 269713 localhost 127.0.0.1 payroll updating
UPDATE salary
-- ---------
SET amount = 9999
WHERE name = 'Smith'

*** (1) HOLDS THE LOCK(S):
RECORD LOCKS space id 6473 page no 4 n bits 80 index PRIMARY of table `hr`.`salary` trx id 371180 lock_mode X
Record lock, heap no 2 PHYSICAL RECORD: n_fields 5; compact format; info bits 0
 0: len 5; hex 536d697468; asc Smith;;

*** (2) TRANSACTION:
TRANSACTION 371184, ACTIVE 0 sec starting index read
MySQL thread id 1137, OS thread handle 139875121882816, query id 269714 localhost 127.0.0.1 benchlab_x_1 updating
UPDATE sale SET amount = 1 WHERE id = 1
RECORD LOCKS space id 6473 page no 4 n bits 80 index PRIMARY of table `benchlab_x_1`.`sale` trx id 371184 lock_mode X
 0: len 8; hex 8000000000000002; asc         ;;
*** WE ROLL BACK TRANSACTION (2)
------------
TRANSACTIONS
------------
Trx id counter 382630
"""


def test_a_deadlock_of_others_keeps_its_form_and_loses_its_words() -> None:
    kept = redaction.without_others(DEADLOCK, account="benchlab_x_1")

    for private in ("salary\n", "9999", "Smith", "536d697468"):
        assert private not in kept
    for ours in ("UPDATE sale SET amount = 1", "hex 8000000000000002", "WE ROLL BACK", "Trx id counter"):
        assert ours in kept
    assert kept.count(redaction.CUT) == 2
