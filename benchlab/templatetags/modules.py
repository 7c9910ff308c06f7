"""How a page's scripts find the modules of npm packages: by their names, without a bundler."""

import json

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag
def import_map(nonce: str) -> str:
    """Stands before every other module script of the page; the nonce lets the page's policy take it."""
    found = {name: static(f"modules/{name}/{file}") for name, file in settings.STATIC_MODULES.items()}
    written = json.dumps({"imports": found}, separators=(",", ":"))
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, mark_safe(written))  # noqa: S308
