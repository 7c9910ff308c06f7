"""Markdown that people wrote, as HTML that nobody can do harm with."""

from markdown_it import MarkdownIt
from markdown_it.token import Token

# HTML stays text, a picture would be asked for from wherever it says, and a heading would stand among the page's own.
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["image", "heading", "lheading"])
# In an article headings stand beneath those of its sections, and a line break is where the editor was full.
_ARTICLE = MarkdownIt("commonmark", {"html": False}).disable("image").enable("table")


def as_html(text: str) -> str:
    return str(_MARKDOWN.render(text))


def as_article(text: str, *, highest: int) -> str:
    """Its largest headings become those of the level ``highest``, whichever they are written as."""
    tokens = _ARTICLE.parse(text)
    _shift([token for token in tokens if token.type in ("heading_open", "heading_close")], highest)
    return str(_ARTICLE.renderer.render(tokens, _ARTICLE.options, {}))


def _shift(headings: list[Token], highest: int) -> None:
    by = highest - min((int(token.tag[1]) for token in headings), default=highest)
    for token in headings:
        token.tag = f"h{min(6, int(token.tag[1]) + by)}"
