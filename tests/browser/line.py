"""A page's line to the house, in the hands of a test, which cuts it, stops it or holds it up."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Moment = Callable[[dict[str, Any]], bool]


class Line:
    """Everything that a page and the house say to one another goes through here."""

    def __init__(self, page: Page) -> None:
        self._links: list[WebSocketRoute] = []
        self._is_cut = False
        self._moment: Moment | None = None
        self._is_stopped = False
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        self._held: list[Callable[[], None]] | None = None
        self.is_silent = False  # nothing gets through, and nobody is told
        self.loses_what_is_said = False
        self.loses_answers = False
        page.route_web_socket(re.compile("/ws/"), self._open)

    def cut(self) -> None:
        """End it, and let nothing through from now on."""
        self._is_cut = True
        self.drop()

    def drop(self) -> None:
        """End it; whoever tries again gets another one, and what was lost stays lost."""
        links, self._links = self._links, []
        for link in links:
            link.close()

    def stop_at(self, moment: Moment) -> None:
        """Let no state through after the one of a moment: the page stays as it is then.

        What came since an earlier stop goes on first.
        """
        waiting, self._waiting = self._waiting, []
        self._moment, self._is_stopped = moment, False
        for link, frame in waiting:
            self._hears(link, frame)

    def hold(self) -> None:
        """Keep what the page says until the line stops: it arrives late."""
        self._held = []

    def _open(self, link: WebSocketRoute) -> None:
        if self._is_cut:
            link.close()
            return
        self._links.append(link)
        house = link.connect_to_server()
        link.on_message(lambda frame: self._says(frame, lambda: house.send(frame)))
        house.on_message(lambda frame: self._hears(link, frame))

    def _says(self, frame: str | bytes, send: Callable[[], None]) -> None:
        is_command = json.loads(frame)["type"] != "ping"
        if self.is_silent or (is_command and self.loses_what_is_said):
            return
        if self._held is None:
            send()
        else:
            self._held.append(send)

    def _hears(self, link: WebSocketRoute, frame: str | bytes) -> None:
        message = json.loads(frame)
        if self.is_silent or (message["type"] == "answer" and self.loses_answers):
            return
        is_state = message["type"] == "state"
        if is_state and self._is_stopped:
            self._waiting.append((link, frame))
            return
        link.send(frame)
        if is_state and self._moment and self._moment(message["view"]):
            self._is_stopped = True
            late, self._held = self._held or [], None
            for send in late:
                send()


def dealing(cards: int) -> Moment:
    """Give the moment at which so many cards lie on the felt."""

    def moment(view: dict[str, Any]) -> bool:
        hands = (
            [view["coup"][side]["cards"] for side in ("player", "banker")] if view["coup"] else []
        )
        return bool(view["phase"] == "dealing" and sum(map(len, hands)) >= cards)

    return moment


def settled(view: dict[str, Any]) -> bool:
    """Whether a hand with wagers has just been settled."""
    return bool(view["phase"] == "settled" and view["settlement"]["lines"])
