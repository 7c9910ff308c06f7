"""A call that can not be read is answered in the words that were typed."""

import pytest

from benchlab.management.commands.bench import Command


@pytest.mark.parametrize("arguments", [["run"], ["unheard"], []])
def test_usage_names_bench(capsys, arguments):
    with pytest.raises(SystemExit):
        Command().run_from_argv(["manage.py", "bench", *arguments])

    said = capsys.readouterr().err
    assert said.startswith("usage: bench ")
    assert "manage.py" not in said
