"""All that is sent to anybody while a whole shoe is played, searched for what it must not say."""

import base64
import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.sync.client import ClientConnection

from puntobanco.house.tokens import hash_of
from puntobanco.ledger import rack, wallet
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.house.houses import House
from tests.table.playing import TABLE, small
from tests.web.programs import grant
from tests.web.servers import WAIT, Running, running

CARD = re.compile(r"\b[A23456789TJQK][CDHS]\b")
NUMBER = re.compile(r"\d+")
WORD = re.compile(r"[\w=+/.-]+")
STAFF = ("dealer", "supervisor", "auditor")
CHIPS = {"ann": 9_100_300, "bea": 8_200_900, "cid": 7_300_700}
BUY_INS = {"ann": 4_411_300, "bea": 3_322_900, "cid": 2_233_700}
WAGERS = {"ann": ("player", 1_100), "bea": ("banker", 900), "cid": ("tie", 500)}


@dataclass
class Ear:
    """Somebody who is told things, and all that he was told since he was last asked."""

    name: str
    connection: ClientConnection
    own: str | None = None  # the patron who he is
    is_staff: bool = False
    heard: list[str] = field(default_factory=list)

    def listen(self) -> str:
        """Give all that was said until now."""
        self.connection.send('{"type":"ping"}')
        said = []
        while (text := str(self.connection.recv(timeout=WAIT))) != '{"type":"pong"}':
            said.append(text)
        self.heard += said
        return "\n".join(said)


@dataclass
class Room:
    """A table, everybody who looks at it, and what nobody may be told."""

    served: Running
    ears: list[Ear]
    words: set[str]  # of sign-ins, tokens and tickets

    @property
    def house(self) -> House:
        """The house."""
        return self.served.house

    def step(self) -> None:
        """Do the next thing at the table, and search what everybody was told of it."""
        self.house.act()
        self.search()

    def search(self) -> None:
        """Search all that was sent since the last time, over sockets and for the asking."""
        state, balances = self.house.live.state, self.house.balances()
        seen = {card for entry, _ in self.house.entries() for card in _shown(entry.event)}
        secret = self._shoe_words()
        money = {
            patron: {balances.get(wallet(patron), 0), balances.get(rack(TABLE, patron), 0)} - {0}
            for patron in CHIPS
        }
        for ear in self.ears:
            text = ear.listen()
            words = set(WORD.findall(text))
            assert set(CARD.findall(text)) <= seen, (ear.name, state.round_number)
            assert not words & (self.words | secret), ear.name
            if not ear.is_staff:
                numbers = {int(found) for found in NUMBER.findall(text)}
                for patron in CHIPS.keys() - {ear.own}:
                    assert not numbers & money[patron], (ear.name, patron)
                    assert f'"{patron}"' not in text, (ear.name, patron)
            else:
                held = {int(found) for found in NUMBER.findall(text)}
                assert not held & {balances[wallet(patron)] for patron in CHIPS}, ear.name

    def _shoe_words(self) -> set[str]:
        """The secret of the shoe, as it might be written."""
        if self.house.live.state.shoe is None:
            return set()
        stored = self.house.store.read(
            lambda tx: tx.shoe(f"table:{TABLE}", self.house.live.state.shoe_number)
        )
        assert stored
        salt = stored[:-52]
        return {
            form
            for secret in (stored, salt)
            for form in (
                secret.hex(),
                base64.b64encode(secret).decode(),
                base64.urlsafe_b64encode(secret).decode(),
            )
        }


def _shown(event: ev.AnyEvent) -> list[str]:
    card: Any = getattr(event, "card", None)
    return [card] if card else []


def test_f20_nobody_is_told_what_he_must_not_know() -> None:
    """F20: no card before it is dealt, no money and no id of another patron, no word that signs in.

    A shoe of one deck, in which every card is known by its name, is played to its end.
    """
    with ExitStack() as stack:
        served = stack.enter_context(running())
        house = served.house
        house.open(small(burn="none", last="current"))
        ears: list[Ear] = []
        words: set[str] = set()
        for patron, chips in CHIPS.items():
            served.context.people.enrol(patron, patron.capitalize(), chips)
            cookie = served.sign_in(patron)
            client = stack.enter_context(served.client(cookie))
            words.add(cookie.partition("=")[2])
            ears.append(Ear(patron, client.connection, own=patron))
        for role in STAFF:
            token = grant(served.context, f"token-of-the-{role}", role=role, name=role)
            words.add(token)
            paths = [f"/ws/table/{TABLE}"] + (["/ws/floor"] if role == "supervisor" else [])
            for path in paths:
                bearer = {"authorization": f"Bearer {token}"}
                client = stack.enter_context(served.client(path=path, additional_headers=bearer))
                ears.append(Ear(role + path, client.connection, is_staff=True))
        for path in (f"/ws/table/{TABLE}", "/ws/lobby"):
            client = stack.enter_context(served.client(path=path))
            ears.append(Ear("looker" + path, client.connection))
        words |= {hash_of(word).hex() for word in words}
        room = Room(served, ears, words)
        for place, (patron, amount) in enumerate(BUY_INS.items(), 1):
            house.done(cm.TakeSeat(patron=patron, place=place, buy_in=amount))
        room.search()
        rounds = 0
        while not ((shoe := house.live.state.shoe) and shoe.is_over):
            room.step()
            played = house.live.state.round
            if played and played.phase == "betting" and not played.wagers:
                for patron, (bet, amount) in WAGERS.items():
                    house.done(house.wager(patron, bet, amount))
                rounds += 1
        assert rounds >= 5
        assert len({card for e, _ in house.entries() for card in _shown(e.event)}) >= 25
        # The search does find what is there.
        tables = [ear for ear in ears if not ear.name.endswith(("lobby", "floor"))]
        assert all(CARD.search("".join(ear.heard)) for ear in tables)
