"""Visitors of a house: browser contexts that notice everything a page should not do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebSocket

from tests.browser.serving import House

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1920, "height": 1080}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE_MS: Final = 15_000
SIZES: Final = {"desk": DESK, "phone": PHONE}
# A refusal by the content policy is an error on the console anyway; this one names the rule.
TELL_POLICY: Final = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""


@dataclass
class Visits:
    """Opens pages for one test, and keeps what went wrong on any of them."""

    browser: Browser
    faults: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def context(self, house: House, size: dict[str, Any], **options: Any) -> BrowserContext:
        """Give a browser without a history; with little motion, unless the test asks for it."""
        asked = {"reduced_motion": "reduce", "locale": "en-US", **size, **options}
        context = self.browser.new_context(base_url=house.address, **asked)
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.tracing.start(snapshots=True)
        context.add_init_script(TELL_POLICY)
        context.route(_elsewhere(house), lambda route: route.abort())
        context.on("request", lambda request: self._on_request(house, request))
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        context.on("page", lambda page: self._on_page(house, page))
        return context

    def page(self, house: House, path: str, size: dict[str, Any] = DESK, **options: Any) -> Page:
        """Go to a page as somebody new."""
        page = self.context(house, size, **options).new_page()
        page.goto(path)
        return page

    def allow(self, *words: str) -> None:
        """Expect messages with these words."""
        self.allowed += words

    def allow_a_kill(self) -> None:
        """Expect what a page says when its server dies: nobody answers, or stops halfway."""
        self.allow("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        self.allow("ERR_CONTENT_LENGTH_MISMATCH", "ERR_EMPTY_RESPONSE")

    def end(self, traces: Path | None) -> None:
        """Close everything; keep the traces if there is a place for them."""
        for number, context in enumerate(self.contexts):
            if traces is None:
                context.tracing.stop()
            else:
                context.tracing.stop(path=traces / f"{number}.zip")
            context.close()

    def _note(self, fault: str) -> None:
        if not any(words in fault for words in self.allowed):
            self.faults.append(fault)

    def _on_request(self, house: House, request: Request) -> None:
        if _elsewhere(house)(request.url):
            self._note(f"request to another host: {request.url}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._note(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _on_page(self, house: House, page: Page) -> None:
        def check(socket: WebSocket) -> None:
            if not socket.url.startswith(house.address.replace("http", "ws", 1) + "/"):
                self._note(f"socket to another host: {socket.url}")

        page.on("websocket", check)


def _elsewhere(house: House) -> Callable[[str], bool]:
    return lambda url: not url.startswith((f"{house.address}/", "data:", "blob:"))
