"""Demo patrons: they sign in, sit and bet over the same addresses as anybody.

What they wager is chance; what the cards are is not theirs to know.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

NAMES: Final = (
    "Wen C.", "Dara S.", "Mai T.", "Luis O.", "Anh P.", "Kim L.", "Jin W.", "Bao T.", "Ines R.",
    "Tuyet N.", "Omar H.", "Rosa V.", "Pete G.", "Lan D.", "Hugo M.", "Sun Y.", "Ada K.", "Cruz B.",
)  # fmt: skip
RETRY_S: Final = 2.0
SITS_OUT: Final = 0.12  # share of hands
SIDE_BET: Final = 0.16  # share of hands, for each side bet
Act = Callable[[ClientConnection], Awaitable[None]]
STEPS: Final = (1, 1, 2, 2, 4, 5, 10)  # wagers, in minimums


@dataclass(slots=True)
class Bot:
    """One demo patron at one table."""

    host: str
    port: int
    table: str
    link: str  # a one-time sign-in token
    chance: random.Random = field(default_factory=random.Random)
    _cookie: str = ""
    _round: int = -1
    _state: dict[str, Any] = field(default_factory=dict)

    async def run(self) -> None:
        """Play until cancelled; a lost link is taken up again."""
        while True:
            try:
                if not self._cookie:
                    self._cookie = await self._sign_in()
                await self._play()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(RETRY_S)

    async def _sign_in(self) -> str:
        """Follow the link once and keep its cookie."""
        reader, writer = await asyncio.open_connection(self.host.strip("[]"), self.port)
        try:
            request = f"GET /enter/{self.link} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n"
            writer.write(f"{request}connection: close\r\n\r\n".encode())
            answer = (await reader.read()).decode("latin-1")
        finally:
            writer.close()
        found = re.search(r"^set-cookie: ([^;\r\n]+)", answer, re.IGNORECASE | re.MULTILINE)
        return found[1] if found else ""

    async def _play(self) -> None:
        here = f"{self.host}:{self.port}"
        async with connect(
            f"ws://{here}/ws/table/{self.table}",
            additional_headers={"cookie": self._cookie, "origin": f"http://{here}"},
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
                    is_idle = acting is None or acting.done()
                    if message["mine"]["place"] is None:
                        if is_idle:
                            acting = asyncio.create_task(self._do(self._sit, socket))
                    elif self._has_new_round():
                        if acting:
                            acting.cancel()
                        acting = asyncio.create_task(self._do(self._bet, socket))
            finally:
                if acting:
                    acting.cancel()

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
        most = max(bet["max"] for bet in view["table"]["bets"])
        if mine["place"] is None and free and mine["wallet"] >= most:
            await _send(
                socket, "take-seat", place=self.chance.choice(free), buy_in=most // 100 * 100
            )

    async def _bet(self, socket: ClientConnection) -> None:
        """Bet on a hand: a main most of the time, a side bet now and then."""
        clock = self._state["view"]["clock"] or {"remaining_ms": 10_000}
        await asyncio.sleep(self.chance.uniform(0.08, 0.6) * clock["remaining_ms"] / 1000)
        bets = self._state["view"]["table"]["bets"]
        if self._state["mine"]["rack"] < 10 * max(bet["min"] for bet in bets):
            most = max(bet["max"] for bet in bets)
            await _send(socket, "buy-in", amount=min(most, self._state["mine"]["wallet"]))
        if self.chance.random() < SITS_OUT:
            return
        mains = [bet for bet in bets if bet["kind"] == "main"]
        sides = [bet for bet in bets if bet["kind"] == "side"]
        chosen = [self.chance.choice(mains)]
        chosen += [bet for bet in sides if self.chance.random() < SIDE_BET]
        for bet in chosen:
            await self._wager(socket, bet)
            await asyncio.sleep(self.chance.uniform(0.3, 1.2))

    async def _wager(self, socket: ClientConnection, bet: dict[str, Any]) -> None:
        amount = min(bet["min"] * self.chance.choice(STEPS), bet["max"])
        spot = self._state["mine"]["spots"].get(bet["id"])
        if spot and spot["refusal"] is None and amount <= spot["room"]:
            await _send(socket, "set-wager", round=self._round, bet=bet["id"], amount=amount)


async def _send(socket: ClientConnection, kind: str, **body: object) -> None:
    await socket.send(json.dumps({"id": secrets.token_hex(16), "type": kind, **body}))
