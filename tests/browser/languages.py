"""A second language for the house, which none has yet: made from the first one."""

import re

from playwright.sync_api import Page, Route

from tests.browser.words import CATALOGUE


def longer(text: str) -> str:
    """Give words that are a third longer, as many languages have them; holes stay."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(
        part
        if part.startswith("{")
        else re.sub(r"[A-Za-z]{3,}", lambda word: word[0] + word[0][: len(word[0]) // 3], part)
        for part in parts
    )


def add_language(page: Page) -> None:
    """Give the house a second language, with long words and its own signs."""

    def words(route: Route) -> None:
        signs = {"glyph.player": "X", "glyph.banker": "Y", "glyph.tie": "Z"}
        known = {key: longer(text) for key, text in CATALOGUE.items()} | signs
        route.fulfill(json=known if route.request.url.endswith("/board.json") else {})

    page.route("**/messages/index.json", lambda route: route.fulfill(json=["en", "xx"]))
    page.route("**/messages/xx/*.json", words)
