"""What pages load: of the npm packages only the files that they name, for all of them take a minute to compress."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage


class NamedFilesFinder(FileSystemFinder):
    """Collects of the folders with a prefix, which are the packages, what STATIC_PACKAGE_FILES names."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for path, storage in super().list(ignore_patterns):
            if not storage.prefix or _is_named(f"{storage.prefix}/{path}"):
                yield path, storage


def _is_named(path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in settings.STATIC_PACKAGE_FILES)


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise has no types
    """Modules import each other by the names with hashes, so that an upgrade never mixes old ones with new ones."""

    support_js_module_import_aggregation = True
