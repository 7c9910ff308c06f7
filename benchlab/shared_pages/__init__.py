"""Shared pages for readers without an account, and the links to them."""

from benchlab.shared_pages.new_link import new_link
from benchlab.shared_pages.page_kinds import SharedPage, address_of, page_of, page_to_share
from benchlab.shared_pages.rendering import content_of, page_html, preview_png

__all__ = ["SharedPage", "address_of", "content_of", "new_link", "page_html", "page_of", "page_to_share", "preview_png"]
