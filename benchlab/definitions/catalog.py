"""The shipped definitions."""

from importlib import resources


def shipped() -> dict[str, str]:
    """The text of each shipped definition by its file's name, sorted."""
    folder = resources.files("benchlab") / "catalog"
    texts = {
        entry.name.removesuffix(".yaml"): entry.read_text("utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".yaml")
    }
    return dict(sorted(texts.items()))
