"""Markdown that people wrote, as HTML that nobody can do harm with."""

from markdown_it import MarkdownIt

# HTML stays text, a picture would be asked for from wherever it says, and a heading would stand among the page's own.
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["image", "heading", "lheading"])


def as_html(text: str) -> str:
    return str(_MARKDOWN.render(text))
