"""Which edits of a definition change what runs."""

import pytest

from benchlab.definitions.language.fingerprint import fingerprint

TEXT = """\
name: notes
title: Notes
description: Written in a hurry.
parameters:
  clients: {type: integer, default: 10, help: How many.}
phases:
  - drive: {name: insert, clients: "{{ clients }}", for: 30s, transactions: {write: ["INSERT INTO note VALUES (1)"]}}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Written in a hurry.", "Written with care."),
        ("title: Notes", "title: Notes, one by one"),
        ("help: How many.", "help: How many insert., max: 100"),
        ("default: 10", "default: 20"),
        ("phases:", "# What happens:\nphases:"),
        ("name: notes\n", 'name: "notes"\nprimary: insert.per_second\n'),
    ],
)
def test_what_is_told_of_it_is_not_its_substance(old, new):
    assert fingerprint(TEXT) == fingerprint(TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("VALUES (1)", "VALUES (2)"),
        ("for: 30s", "for: 20s"),
        ("type: integer", "type: text"),
        ("name: insert", "name: write"),
        ("phases:", "settings: {sync_binlog: 0}\nphases:"),
    ],
)
def test_what_runs_is(old, new):
    assert fingerprint(TEXT) != fingerprint(TEXT.replace(old, new))
