import re

from playwright.sync_api import Page, expect

from tests import factories


def test_a_person_signs_in_and_comes_to_the_page_they_wanted(stranger: Page) -> None:
    factories.make_user("ann", password="correct horse")
    stranger.goto("/runs/?state=queued")

    stranger.get_by_label("Username").fill("ann")
    stranger.get_by_label("Password").fill("correct horse")
    stranger.get_by_role("button", name="Sign in").click()

    expect(stranger).to_have_url(re.compile(r"/runs/\?state=queued$"))


def test_the_theme_follows_the_system_and_a_choice_is_kept(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    assert page.evaluate("document.documentElement.dataset.bsTheme") == "dark"

    page.locator("summary[aria-label^=You]").click()
    page.get_by_role("button", name="Theme").click()
    page.reload()

    assert page.evaluate("document.documentElement.dataset.bsTheme") == "light"
