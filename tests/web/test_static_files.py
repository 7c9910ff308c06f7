import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

NAMED = re.compile(r"""{% static ['"]([^'"]+)['"]""")


@pytest.fixture
def _collected(tmp_path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "benchlab.static.Storage"}}
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["css", "js", "map", "woff2"]  # It takes most of the time.
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.mark.usefixtures("_collected")
def test_every_file_that_a_template_names_is_collected():
    templates = Path(settings.BASE_DIR, "templates").rglob("*.html")
    named = {name for template in templates for name in NAMED.findall(template.read_text())}

    hashed = {staticfiles_storage.url(name) for name in named}

    assert len(hashed) == len(named) > 0


@pytest.mark.usefixtures("_collected")
def test_scripts_import_each_other_by_hashed_names():
    charts = staticfiles_storage.path(staticfiles_storage.stored_name("benchlab/charts.js"))

    imported = re.findall(r'from "\./([^"]+)"', Path(charts).read_text())

    assert imported
    assert all(re.fullmatch(r"\w+\.[0-9a-f]{12}\.js", name) for name in imported)
