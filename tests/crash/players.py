"""Patrons who play over sockets as a page does: ids of their own, sent again until answered."""

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from puntobanco.web.sessions import COOKIE
from tests.crash.ground import TABLE, token

BETS = ("player", "banker", "tie", "dragon-7", "panda-8")


@dataclass
class Sent:
    """A command, and its answer once there is one."""

    patron: str
    id: str
    text: str
    body: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)
    times: int = 0  # how often it was sent


@dataclass
class Player:
    """One patron, through all lives of the server."""

    patron: str
    chance: Random
    news: asyncio.Queue[str]  # phases and acknowledgements, for whoever waits for a moment
    sent: dict[str, Sent] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    is_quiet: bool = False
    _used: set[tuple[int, str, int]] = field(default_factory=set)

    @property
    def pending(self) -> list[Sent]:
        """What nobody has answered yet."""
        return [sent for sent in self.sent.values() if not sent.answers]

    async def play(self, port: int) -> None:
        """Play until the server is gone."""
        headers = {
            "origin": f"http://127.0.0.1:{port}",
            "cookie": f"{COOKIE}={token(self.patron)}",
        }
        try:
            ticket = await _ticket(port, headers)
            address = f"ws://127.0.0.1:{port}/ws/table/{TABLE}?ticket={ticket}"
            async with connect(address, additional_headers=headers, compression=None) as socket:
                for sent in self.pending:
                    await self._send(socket, sent)
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._listen(socket))
                    both.create_task(self._act(socket))
        except* (OSError, WebSocketException, httpx.TransportError):
            pass

    async def _listen(self, socket: ClientConnection) -> None:
        phase = ""
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "answer":
                self.sent[message["id"]].answers.append(message)
                self.news.put_nowait("answer")
            else:
                self.state = message
                if message["view"]["phase"] != phase:
                    phase = message["view"]["phase"]
                    self.news.put_nowait(phase)
        raise ConnectionResetError

    async def _act(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.005, 0.06))
            if self.is_quiet or not self.state or len(self.pending) > 3:
                continue
            command = self._wish()
            if command:
                ident = f"{self.chance.getrandbits(128):032x}"
                body = {"id": ident, **command}
                sent = self.sent[ident] = Sent(self.patron, ident, json.dumps(body), body)
                await self._send(socket, sent)

    async def _send(self, socket: ClientConnection, sent: Sent) -> None:
        sent.times += 1
        await socket.send(sent.text)
        self.news.put_nowait("sent")

    def _wish(self) -> dict[str, Any] | None:
        view, mine, chance = self.state["view"], self.state["mine"], self.chance
        if mine["place"] is None:
            free = [place["place"] for place in view["places"] if place["name"] is None]
            if not free:
                return None
            place, chips = chance.choice(free), 100 * chance.randint(500, 5_000)
            return {"type": "take-seat", "place": place, "buy_in": chips}
        if chance.random() < 0.04:
            return {"type": "leave-seat"}
        if chance.random() < 0.1:
            return {"type": "buy-in", "amount": 100 * chance.randint(1, 90)}
        if view["phase"] != "betting" and chance.random() < 0.8:
            return None
        return self._wager(view["round"])

    def _wager(self, number: int) -> dict[str, Any]:
        """A wager of an amount that this spot has not had in this round: it must be written."""
        bet = self.chance.choice(BETS)
        while True:
            amount = 100 * self.chance.randint(5, 50)
            if (number, bet, amount) not in self._used:
                self._used.add((number, bet, amount))
                return {"type": "set-wager", "round": number, "bet": bet, "amount": amount}


async def _ticket(port: int, headers: dict[str, str]) -> str:
    """Ask for what opens one socket."""
    async with httpx.AsyncClient(headers=headers) as client:
        answer = await client.post(f"http://127.0.0.1:{port}/api/ticket")
        return str(answer.json()["ticket"])
