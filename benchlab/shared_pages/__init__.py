"""Pages for those who can not sign in, and the links by which they open them."""

from benchlab.shared_pages.new_link import make
from benchlab.shared_pages.page_kinds import SharedPage, address_of, asked, page_of
from benchlab.shared_pages.rendering import content_of, picture, whole

__all__ = ["SharedPage", "address_of", "asked", "content_of", "make", "page_of", "picture", "whole"]
