import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

BARE = re.compile(r"""^(?:import|export)[^;'"]*from ["']([^."'][^"']*)["']""", re.MULTILINE)
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
    charts = staticfiles_storage.path(staticfiles_storage.stored_name("benchlab/charts/charts.js"))

    imported = re.findall(r'from "\./([^"]+)"', Path(charts).read_text())

    assert imported
    assert all(re.fullmatch(r"\w+\.[0-9a-f]{12}\.js", name) for name in imported)


@pytest.mark.usefixtures("_collected")
def test_every_module_is_collected_and_imports_by_names_that_the_import_map_has(settings):
    mapped = {name: f"modules/{name}/{file}" for name, file in settings.STATIC_MODULES.items()}

    texts = [Path(staticfiles_storage.path(file)).read_text() for file in mapped.values()]
    own = Path(settings.BASE_DIR, "static/benchlab").rglob("*.js")
    imported = {name for text in [*texts, *(file.read_text() for file in own)] for name in BARE.findall(text)}

    assert imported == set(mapped)
