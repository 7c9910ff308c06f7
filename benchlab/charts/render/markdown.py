"""User-written Markdown, sanitised."""

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

# HTML stays text, and a heading would stand among the page's own.
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["heading", "lheading"])
# In an article headings stand beneath those of its sections, and a line break is where the editor was full.
_ARTICLE = MarkdownIt("commonmark", {"html": False}).enable("table")


def _link_to_picture(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """A picture would be asked for from wherever it says; within a link there can be no other."""
    picture = tokens[at]
    address = str(picture.attrGet("src") or "")
    words = escapeHtml(picture.content or address)
    within = sum((each.type == "link_open") - (each.type == "link_close") for each in tokens[:at])
    return words if within else f'<a href="{escapeHtml(address)}">{words}</a>'


for _each in (_MARKDOWN, _ARTICLE):
    _each.add_render_rule("image", _link_to_picture)


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


def as_markdown(text: str) -> str:
    """The same without HTML and pictures, for readers that may let anything pass.

    Where code ends within a line readers do not agree, so that only fenced code is left as it is.
    """
    fences = [token.map for token in _ARTICLE.parse(text) if token.type == "fence" and token.map]
    fenced = {at for first, end in fences for at in range(first, end)}
    lines = enumerate(text.split("\n"))
    return "\n".join(line if at in fenced else _ALIVE.sub(_tame, line) for at, line in lines)


_ALIVE = re.compile(r"\\.|<(?:https?://|mailto:)[^\s<>]*>|(?P<tag><)(?=[A-Za-z/!?])|(?P<picture>!+)(?=\[)")


def _tame(found: re.Match[str]) -> str:
    if found["picture"]:
        return r"\!" * (len(found["picture"]) - 1)
    return r"\<" if found["tag"] else found[0]
