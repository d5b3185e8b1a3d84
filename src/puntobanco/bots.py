"""Demo patrons: they show a token, sit, bet and bank over the same addresses as any program.

What they wager is chance; what the cards are is not theirs to know.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from puntobanco.cards import DECK, Card
from puntobanco.rules.coup import next_hand

NAMES: Final = (
    "Wen C.", "Dara S.", "Mai T.", "Luis O.", "Anh P.", "Kim L.", "Jin W.", "Bao T.", "Ines R.",
    "Tuyet N.", "Omar H.", "Rosa V.", "Pete G.", "Lan D.", "Hugo M.", "Sun Y.", "Ada K.", "Cruz B.",
)  # fmt: skip
RETRY_S: Final = 2.0
SITS_OUT: Final = 0.12  # share of hands
SIDE_BET: Final = 0.16  # share of hands, for each side bet
TAKES_POSITION: Final = 0.55  # share of offers
STEPS: Final = (1, 1, 2, 2, 4, 5, 10)  # wagers, in minimums
THINKS_S: Final = (0.6, 2.5)  # about an offer, at the least and at the most
COVERS: Final = (2, 3, 5, 10)  # covers, in minimums
CUT_CARD: Final = 14  # cards that a tracked shoe is not dealt below
Act = Callable[[ClientConnection], Awaitable[None]]


@dataclass(slots=True)
class Bot:
    """One demo patron at one table."""

    host: str
    port: int
    table: str
    token: str  # of a patron
    chance: random.Random = field(default_factory=random.Random)
    _round: int = -1
    _is_asked: bool = False
    _state: dict[str, Any] = field(default_factory=dict)

    async def run(self) -> None:
        """Play until cancelled; a lost link is taken up again."""
        while True:
            try:
                await self._play()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(RETRY_S)

    async def _play(self) -> None:
        self._is_asked = False
        async with connect(
            f"ws://{self.host}:{self.port}/ws/table/{self.table}",
            additional_headers={"authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=2**20,
        ) as socket:
            acting: asyncio.Task[None] | None = None
            try:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] != "state" or not message["mine"]:
                        continue
                    self._state = message
                    act = self._next_act(is_idle=acting is None or acting.done())
                    if act is not None:
                        if acting:
                            acting.cancel()
                        acting = asyncio.create_task(self._do(act, socket))
            finally:
                if acting:
                    acting.cancel()

    def _next_act(self, *, is_idle: bool) -> Act | None:
        """Say what a new state asks for; the same thing is not begun twice."""
        mine, was_asked = self._state["mine"], self._is_asked
        self._is_asked = mine["offer"] is not None
        if mine["place"] is None:
            return self._sit if is_idle else None
        if self._is_asked:
            return None if was_asked else self._answer
        return self._bet if self._has_new_round() else None

    def _has_new_round(self) -> bool:
        view = self._state["view"]
        if view["phase"] != "betting" or view["round"] == self._round:
            return False
        self._round = view["round"]
        return True

    async def _do(self, act: Act, socket: ClientConnection) -> None:
        """Do something, unless the link is lost meanwhile: whoever reads it finds that too."""
        with contextlib.suppress(WebSocketException):
            await act(socket)

    async def _sit(self, socket: ClientConnection) -> None:
        """Look round, and take a place that is free by then."""
        await asyncio.sleep(self.chance.uniform(0.2, 1.0))
        view, mine = self._state["view"], self._state["mine"]
        free = [place["place"] for place in view["places"] if place["name"] is None]
        most = self._most()
        if mine["place"] is None and free and mine["wallet"] >= most:
            await _send(
                socket, "take-seat", place=self.chance.choice(free), buy_in=most // 100 * 100
            )

    async def _answer(self, socket: ClientConnection) -> None:
        """Take the position of player-dealer that is offered, or let it go by."""
        await asyncio.sleep(self.chance.uniform(*THINKS_S))
        offer = self._state["mine"]["offer"]
        if offer is None:
            return
        if self.chance.random() >= TAKES_POSITION:
            await _send(socket, "decline-player-dealer")
            return
        cover = offer["minimum"] * self.chance.choice(COVERS)
        await self._afford(socket, 2 * cover)
        await _send(socket, "accept-player-dealer", cover=cover)

    async def _bet(self, socket: ClientConnection) -> None:
        """Bet on a hand: a main most of the time, a side bet now and then."""
        clock = self._state["view"]["clock"] or {"remaining_ms": 10_000}
        await asyncio.sleep(self.chance.uniform(0.08, 0.6) * clock["remaining_ms"] / 1000)
        bets = self._state["view"]["table"]["bets"]
        await self._afford(socket, 10 * max(bet["min"] for bet in bets))
        if self._state["mine"]["is_player_dealer"] or self.chance.random() < SITS_OUT:
            return
        mains = [bet for bet in bets if bet["kind"] == "main"]
        sides = [bet for bet in bets if bet["kind"] == "side"]
        chosen = [self.chance.choice(mains)]
        chosen += [bet for bet in sides if self.chance.random() < SIDE_BET]
        for bet in chosen:
            await self._wager(socket, bet)
            await asyncio.sleep(self.chance.uniform(0.3, 1.2))

    async def _afford(self, socket: ClientConnection, amount: int) -> None:
        """Bring more chips where the rack holds less than is wanted."""
        mine, most = self._state["mine"], max(self._most(), amount)
        if mine["rack"] < amount:
            await _send(socket, "buy-in", amount=min(most, mine["wallet"]) // 100 * 100)

    def _most(self) -> int:
        most: int = max(bet["max"] for bet in self._state["view"]["table"]["bets"])
        return most

    async def _wager(self, socket: ClientConnection, bet: dict[str, Any]) -> None:
        amount = min(bet["min"] * self.chance.choice(STEPS), bet["max"])
        spot = self._state["mine"]["spots"].get(bet["id"])
        if spot and spot["refusal"] is None and amount <= spot["room"]:
            await _send(socket, "set-wager", round=self._round, bet=bet["id"], amount=amount)


@dataclass(slots=True)
class Tracker:
    """The demo's dealer at a table of real cards: he enters what his own shoe gives, by the API."""

    host: str
    port: int
    table: str
    token: str  # of a dealer
    hands: int = 0  # to be entered at once, so that the board is not empty
    chance: random.Random = field(default_factory=random.Random)
    _state: dict[str, Any] = field(default_factory=dict)
    _cards: list[Card] = field(default_factory=list)
    _hand: int = 0

    async def run(self) -> None:
        """Deal until cancelled; a lost link is taken up again."""
        while True:
            try:
                await self._track()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(RETRY_S)

    async def _track(self) -> None:
        async with connect(
            f"ws://{self.host}:{self.port}/ws/table/{self.table}",
            additional_headers={"authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=2**20,
        ) as socket:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "answer" and not message["ok"]:
                    self._hand = 0  # it is tried again; a shoe that is not his own is changed
                    if message["refusal"]["code"] == "no-such-card-left":
                        self._cards = []
                if message["type"] == "state":
                    self._state = message
                    if not await self._act(socket):
                        return

    async def _act(self, socket: ClientConnection) -> bool:
        """Do the next thing, and only if the state is new; False: the table is closed."""
        view, tracking = self._state["view"], (self._state.get("staff") or {}).get("tracking")
        if tracking is None:
            return False
        entered = len(tracking["hands"])
        hurry = entered < self.hands
        if view["shoe"] is None or len(self._cards) < CUT_CARD:
            self._cards, self._hand = self._shuffled(tracking), 0
            await self._pause(0 if view["shoe"] is None else 8)
            await _send(socket, "new-shoe", shoe=tracking["next_shoe"])
        elif (hurry or view["phase"] == "dealing") and self._hand != entered + 1:
            self._hand = entered + 1
            await self._pause(0 if hurry else 6)
            await _send(socket, "enter-hand", hand=self._hand, cards=self._coup())
        elif view["phase"] == "waiting" and self._hand <= entered:
            await self._pause(4)
            await _send(socket, "open-betting")
        return True

    def _shuffled(self, tracking: dict[str, Any]) -> list[Card]:
        cards = list(DECK * tracking["decks"])
        self.chance.shuffle(cards)
        return cards

    def _coup(self) -> list[str]:
        """Deal a coup from the shoe."""
        cards: list[Card] = []
        while next_hand(cards) is not None:
            cards.append(self._cards.pop())
        return [card.code for card in cards]

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self.chance.uniform(0.7, 1.3))


async def _send(socket: ClientConnection, kind: str, **body: object) -> None:
    await socket.send(json.dumps({"id": secrets.token_hex(16), "type": kind, **body}))
