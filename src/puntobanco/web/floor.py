"""The floor as its staff sees it: rendered once a change, whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from puntobanco.house.day import Hours
from puntobanco.house.desk import Desk
from puntobanco.house.overview import Overview
from puntobanco.house.people import NOBODY, Caller, People
from puntobanco.house.roles import Question, may_ask
from puntobanco.house.views import Viewer

FRESH_MS: Final = 1000  # how long clocks of a rendered floor may be reused
_encode: Final = msgspec.json.encode


class Floor:
    """All tables together, and who is called what."""

    def __init__(
        self, desk: Desk, people: People, hours: Hours, viewer: Callable[[str], Viewer]
    ) -> None:
        """Listen to the desk."""
        self._desk, self._people = desk, people
        self._overview = Overview(desk, hours, viewer, self.name_of)
        self._staff: dict[str, str] = {}  # by tokens, which keep their names
        self._accounts: dict[str, str] = {}  # of one rendering: a name may be erased
        self._changes = 0
        self._rendered: tuple[int, int, msgspec.Raw] | None = None  # changes, when, what
        desk.watch(self._changed)

    def message(self, caller: Caller) -> dict[str, Any]:
        """Give the floor to one of its staff; he is told who he is, and whether he may act."""
        me = {
            "actor": caller.actor,
            "name": self.name_of(caller.actor),
            "role": caller.role.value,
            "clears": may_ask(caller.role, Question.ALERTS),
        }
        return {"type": "floor", "me": me, "floor": self._view()}

    def name_of(self, actor: str) -> str:
        """Give the name of a patron, of somebody with an account, or on a token."""
        if self._people.is_known(actor):
            return self._people.name_of(actor)
        name = self._accounts.get(actor)
        if name is None:
            account = self._desk.store.read(lambda tx: tx.account(actor))
            name = self._accounts[actor] = account.name if account else ""
        if name:
            return name
        if actor not in self._staff:
            labels = {token.actor: token.label for token in self._people.tokens()}
            self._staff |= {actor: NOBODY} | {who: label for who, label in labels.items() if label}
        return self._staff[actor]

    def _view(self) -> msgspec.Raw:
        now, kept = self._desk.clock(), self._rendered
        if kept is None or kept[0] != self._changes or now - kept[1] > FRESH_MS:
            self._accounts.clear()
            view = msgspec.Raw(_encode(self._overview.view()))
            kept = self._rendered = self._changes, now, view
        return kept[2]

    def _changed(self, _: str) -> None:
        self._changes += 1
