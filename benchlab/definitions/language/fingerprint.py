"""Fingerprints of definitions: with equal fingerprints, the same parameter values make the same plan."""

import json
from functools import lru_cache
from typing import Any

from benchlab.definitions.language import yaml_document
from benchlab.definitions.language.yaml_document import Node

DESCRIPTIVE = frozenset({"title", "study", "description", "published", "compared", "shortest", "primary", "demo"})
"""Keys that describe the benchmark and its figures; no run depends on them."""
OF_PARAMETERS = ("type", "choices")
"""What a plan depends on; labels, help and bounds of parameters are for the form."""


@lru_cache(maxsize=256)
def fingerprint(source: str) -> str:
    """A text that is equal for equivalent definitions; Refused where the source can not be read."""
    found = _plain(yaml_document.read(source))
    parameters = {
        name: {key: declared[key] for key in OF_PARAMETERS if key in declared}
        for name, declared in (found.pop("parameters", None) or {}).items()
    }
    return json.dumps([parameters, {name: value for name, value in found.items() if name not in DESCRIPTIVE}])


def _plain(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {name: _plain(child) for name, child in node.value.items()}
    return [_plain(child) for child in node.value] if isinstance(node.value, list) else node.value
