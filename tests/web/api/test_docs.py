"""The examples of docs/api.md, executed in their order against a real benchlab, say what the page says they do."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings

from benchlab.models import Experiment, Role
from tests import factories
from tests.web.api.conftest import token_of

PAGE = (Path(__file__).resolve().parents[3] / "docs/api.md").read_text()
EXAMPLES = re.findall(r"```bash\n(.*?)```\n(?:```json\n(.*?)```)?", PAGE, re.DOTALL)


@pytest.mark.django_db(transaction=True, reset_sequences=True)
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl here")
@override_settings(ALLOWED_HOSTS=["*"])
def test_the_examples_do_what_the_page_says(live_server: Any, tmp_path: Path) -> None:
    server, benchmark = factories.make_server(port=1), factories.make_benchmark()
    token = token_of(Role.ADMIN)
    factories.make_run(pk=1, server=server, benchmark=benchmark, seconds=5)
    given = {**os.environ, "BENCHLAB_URL": live_server.url, "BENCHLAB_TOKEN": token}

    for script, promised in EXAMPLES:
        done = subprocess.run(
            ["bash", "-e"], input=script, cwd=tmp_path, env=given, capture_output=True, text=True, check=True
        )

        assert "Traceback" not in done.stdout
        if promised:
            assert agrees(json.loads(promised), json.loads(done.stdout)), done.stdout

    assert (tmp_path / "series.csv").read_text().startswith("t_s,source,metric,unit,value")
    assert Experiment.objects.get().state == "cancelled"


def agrees(promised: Any, said: Any) -> bool:
    """A name of a person is anybody's, and the page may leave out what else there is."""
    if isinstance(promised, dict):
        return all(name == "name" or (name in said and agrees(value, said[name])) for name, value in promised.items())
    if isinstance(promised, list):
        return len(promised) == len(said) and all(map(agrees, promised, said))
    return bool(promised == said)
