"""What a run takes of a definition's text: of two texts with one substance the same values make the same plan."""

import json
from functools import lru_cache
from typing import Any

from benchlab.definitions.language import yaml_document
from benchlab.definitions.language.yaml_document import Node

TOLD = frozenset({"title", "study", "description", "published", "compared", "shortest", "primary", "demo"})
"""What is said of a benchmark and of its figures."""
OF_PARAMETERS = ("type", "choices")
"""Their values are in the plan; what a form says of them and what it allows is nothing that runs."""


@lru_cache(maxsize=256)
def substance_of(source: str) -> str:
    """Equal texts for equal substances; Refused where it can not be read."""
    found = _plain(yaml_document.read(source))
    parameters = {
        name: {key: declared[key] for key in OF_PARAMETERS if key in declared}
        for name, declared in (found.pop("parameters", None) or {}).items()
    }
    return json.dumps([parameters, {name: value for name, value in found.items() if name not in TOLD}])


def _plain(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {name: _plain(child) for name, child in node.value.items()}
    return [_plain(child) for child in node.value] if isinstance(node.value, list) else node.value
