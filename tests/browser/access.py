"""What holds for every page in every state: access, words, room, the way of the Tab key."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from playwright.sync_api import Page

from tests.browser.places import AXE

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN_AXE: Final = """async (tags) => (await axe.run(
  document, { runOnly: tags, resultTypes: ["violations"] })).violations.flatMap(
  ({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`))"""

# A key that nobody wrote shows itself, and so does a hole that nobody filled.
RAW: Final = """() => {
  const raw = /^[a-z][\\w-]*(?:\\.[\\w-]+)+$|\\{\\w+\\}/;
  const names = ["aria-label", "aria-description", "title", "alt", "placeholder"];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [document.title];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("*")) {
    texts.push(...names.map((name) => element.getAttribute(name) ?? ""));
  }
  return texts.map((text) => text.trim()).filter((text) => raw.test(text));
}"""

# Text that a reader cannot get to: the page is wider than the screen, or the text stands beyond it.
BEYOND: Final = """() => {
  const root = document.documentElement;
  const ways = ["auto", "scroll"];
  const scrolls = (element) => element !== null && (
    ways.includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const isOut = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > root.clientWidth + 1);
  };
  const hasText = (element) => [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const beyond = [...document.querySelectorAll("body *")].filter((element) =>
    hasText(element) && element.checkVisibility({ visibilityProperty: true })
      && isOut(element) && !scrolls(element.parentElement));
  const words = beyond.map((element) => `beyond the edge: ${element.outerHTML.slice(0, 160)}`);
  if (root.scrollWidth > root.clientWidth) words.push(`${root.scrollWidth} px wide`);
  return words;
}"""

# Two controls of one part of the page that lie over one another: one of them cannot be hit or read.
CROWDED: Final = """() => {
  const controls = [...document.querySelectorAll("a[href], button, input")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }));
  const part = (element) => element.closest("section, header, aside, ol, nav, article");
  const meets = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  };
  return controls.flatMap((one, index) => controls.slice(index + 1)
    .filter((other) => part(one) === part(other) && meets(one, other))
    .map((other) => `${one.outerHTML.slice(0, 80)} lies over ${other.outerHTML.slice(0, 80)}`));
}"""

CONTROLS: Final = "a[href], button, input, select, textarea, summary, [tabindex]"
FOLLOW: Final = """(controls) => {
  window.reached = new Set();
  addEventListener("focusin", (event) => window.reached.add(event.target));
  document.activeElement?.blur();
  return document.querySelectorAll(controls).length;
}"""
MISSED: Final = """(controls) => [...document.querySelectorAll(controls)].filter((element) =>
  element.tabIndex >= 0 && !element.disabled && !window.reached.has(element)
    && element.checkVisibility({ visibilityProperty: true })
).map((element) => `no Tab to ${element.outerHTML.slice(0, 160)}`)"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


@dataclass
class Inspection:
    """Collects what is wrong, by scene, so that one run tells all of it."""

    words_only: bool = False  # whether there is room for every word, and nothing else
    faults: dict[str, list[str]] = field(default_factory=dict)

    def scene(self, name: str, page: Page, *, tab: bool = False) -> None:
        """Look at a page in the state that it is in; `tab` goes once round its controls."""
        found = [*_words(page)]
        if not self.words_only:
            found += [*_axe_of(page), *(_tab(page) if tab else ())]
        if found:
            self.faults[name] = found


def _axe_of(page: Page) -> Iterator[str]:
    # Evaluated, not added as a script: the page keeps its content policy.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    yield from page.evaluate(RUN_AXE, TAGS)


def _words(page: Page) -> Iterator[str]:
    yield from (f"raw: {text}" for text in page.evaluate(RAW))
    yield from page.evaluate(BEYOND)
    yield from page.evaluate(CROWDED)


def _tab(page: Page) -> Iterator[str]:
    """Press Tab through the page, once round."""
    controls = page.evaluate(FOLLOW, CONTROLS)
    for _ in range(controls + 2):
        page.keyboard.press("Tab")
    yield from page.evaluate(MISSED, CONTROLS)


def enlarge(page: Page, text: int) -> None:
    """Set the browser's text size, as a person does in the settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
