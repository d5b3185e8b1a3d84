"""All that is answered over HTTP, whoever asks, searched for what it must not say."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

import pytest
from litestar.testing import TestClient

from puntobanco.house.account_log import CONSOLE
from puntobanco.house.account_rules import Order
from puntobanco.house.people import Caller
from puntobanco.house.roles import Role
from puntobanco.house.second_factor import kept
from puntobanco.house.tokens import hash_of
from puntobanco.ledger import rack, wallet
from puntobanco.rules.packaged import packaged_text
from puntobanco.store.base import SavedSheet
from puntobanco.table import commands as cm
from puntobanco.web.context import Context
from puntobanco.web.routes import lobby
from puntobanco.web.sessions import COOKIE, new_codes, new_secret
from tests.house.houses import House
from tests.table.playing import TABLE, small
from tests.web.route_chart import BODIES, NAMES, QUERIES, ROUTES

CARD: Final = re.compile(r"\b[A23456789TJQK][CDHS]\b")
NUMBER: Final = re.compile(r"\d+")
CHIPS: Final = {"ann": 9_100_300, "bea": 8_200_900, "zoe": 7_300_700}
BUY_INS: Final = {"ann": 4_411_300, "bea": 3_322_900}
NAMED: Final = {"ann": "Ann Aardvark", "bea": "Bea Bandicoot", "zoe": "Zoe Zebrafinch"}
CONTACT: Final = "ann.aardvark@letters.test"
LOSS: Final = 6_006_100  # the limit that Ann has set herself
WRITTEN: Final = "a sheet that a supervisor keeps for himself"
PASSWORD: Final = "correct horse battery staple"  # noqa: S105 - the secret under test
STAFF: Final = tuple(r.value for r in Role if r not in {Role.PATRON, Role.HOUSE})
NOBODY: Final = ""
EVERYBODY: Final = (NOBODY, *CHIPS, *STAFF)
DESK: Final = frozenset({"dealer", "supervisor", "cashier", "auditor"})  # who may know a patron
FLOOR: Final = frozenset({"dealer", "supervisor", "auditor"})  # who may read a table
GETS: Final = [route for route in ROUTES if route.startswith("GET ")]
LAST: Final = ("DELETE", "POST /api/sign-out", "POST /api/exclusion", "POST /api/tables")
CHANGES: Final = sorted(  # what ends something comes last
    (route for route in ROUTES if not route.startswith(("GET ", "WS "))),
    key=lambda route: route.startswith(LAST),
)
DATA: Final = [route for route in GETS if "/api/" in route]  # a page says the same at all times


@dataclass(frozen=True)
class Secret:
    """Something that some may know: how it may be written, and who they are."""

    what: str
    forms: frozenset[str]
    known_to: frozenset[str] = frozenset()

    def is_in(self, text: str, numbers: set[str]) -> bool:
        """Whether a text says it; a number counts as a whole one alone."""
        return any(form in numbers if form.isdigit() else form in text for form in self.forms)


def bytes_as_written(secret: bytes) -> frozenset[str]:
    """Bytes in every form in which they might get out."""
    coded = (base64.b64encode(secret), base64.urlsafe_b64encode(secret))
    return frozenset(
        {secret.hex(), *(each.decode().rstrip("=") for each in coded), json.dumps([*secret])}
    )


@dataclass
class Told:
    """A house, what is secret in it, and who has been told what."""

    house: House
    context: Context
    client: TestClient[Any]
    words: list[Secret] = field(default_factory=list)  # that do not change
    heard: dict[str, set[str]] = field(default_factory=dict)  # who has been told each secret
    names: dict[str, str] = field(default_factory=dict)
    known_cards: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    def secrets(self) -> Iterator[Secret]:
        """All that is secret now."""
        yield from self.words
        balances = self.house.balances()
        for patron in CHIPS:
            held = balances.get(wallet(patron), 0)
            yield Secret(f"wallet of {patron}", frozenset({str(held)}), DESK | {patron})
            chips = balances.get(rack(TABLE, patron), 0)
            if chips:
                yield Secret(f"rack of {patron}", frozenset({str(chips)}), FLOOR | {patron})
        if self.house.live.state.shoe is not None:
            stored = self.house.store.read(
                lambda tx: tx.shoe(f"table:{TABLE}", self.house.live.state.shoe_number)
            )
            assert stored
            order, salt = stored[-52:], stored[:-52]
            parts = {"shoe": stored, "order": order, "rest": order[-8:], "salt": salt}
            yield from (Secret(what, bytes_as_written(part)) for what, part in parts.items())

    def leaks(self, text: str, who: str) -> list[str]:
        """What somebody is told that is not for him."""
        found, numbers = [], set(NUMBER.findall(text))
        for secret in self.secrets():
            if secret.is_in(text, numbers):
                self.heard.setdefault(secret.what, set()).add(who)
                found += [] if who in secret.known_to else [secret.what]
        return found

    def cards(self, route: str, who: str, text: str) -> set[str]:
        """The cards in a text, but for those that stood there before there was a shoe."""
        found = {*CARD.findall(text)}
        if self.house.live.state.shoe_number == 0:
            self.known_cards[route, who] = found
        return found - self.known_cards.get((route, who), set())

    def ask(self, route: str, who: str) -> str:
        """Ask for an address as somebody; give the answer, with all that stands over it."""
        self.client.cookies.clear()
        if who:
            self.client.cookies.set(COOKIE, f"session-of-{who}-0123456789abcdef")
        method, _, path = route.partition(" ")
        answer = self.client.request(
            method,
            path.format_map(self.names),
            json=BODIES.get(route),
            params=QUERIES.get(route),
            headers={"origin": "http://house.test"},
        )
        return f"{answer.headers}\n{answer.text}"

    def search(
        self, routes: list[str], everybody: Sequence[str] = EVERYBODY
    ) -> list[tuple[str, str, object]]:
        """Ask for addresses as everybody, and give what was told to the wrong one."""
        faults: list[tuple[str, str, object]] = []
        dealt = {
            card
            for entry, _ in self.house.entries()
            if (card := getattr(entry.event, "card", None))
        }
        for who in everybody:
            for route in routes:
                text = self.ask(route, who)
                faults += [(who, route, leak) for leak in self.leaks(text, who)]
                undealt = self.cards(route, who, text) - dealt
                faults += [(who, route, undealt)] if undealt else []
        return faults


@pytest.fixture
def told(house: House, client: TestClient[Any], context: Context) -> Told:
    """A house with something of every kind that is secret."""
    people, accounts = context.people, context.accounts
    found = Told(house, context, client, names=dict(NAMES))
    for patron, chips in CHIPS.items():
        people.enrol(patron, NAMED[patron], chips)
    accounts.open(Order("annie", contact=CONTACT, patron="ann"), "s-ann", CONSOLE)
    accounts.set_password("ann", PASSWORD, CONSOLE)  # ends whatever sign-in there is
    signing = [(patron, Caller(patron, Role.PATRON)) for patron in CHIPS]
    signing += [(role, Caller(role, Role(role))) for role in STAFF]
    tokens = {}
    for who, caller in signing:
        token = tokens[who] = f"session-of-{who}-0123456789abcdef"
        people.begin("session", token, caller)
    people.put_link("zoe", "link-that-nobody-has-used")
    people.set_pin(TABLE, "4711", "salt-of-the-pin")
    tokens |= {"link": "link-that-nobody-has-used", "ticket": context.tickets.give(tokens["bea"])}
    words = list(plain_and_hashed(tokens.items()))
    secret, codes = new_secret(), new_codes()
    account = accounts.of("ann")
    assert account
    assert account.password
    house.store.submit(
        lambda tx: tx.put_account(replace(account, secret=secret, recovery=kept(codes)))
    ).result()
    words += [
        Secret("password", frozenset({PASSWORD, account.password, "$argon2"})),
        Secret("second factor", frozenset({secret, *codes, *kept(codes).split()})),
        Secret("contact", frozenset({CONTACT}), frozenset({"admin"})),
        Secret("name", frozenset({NAMED["zoe"]}), DESK | {"admin", "zoe"}),
        Secret("pin", frozenset({"salt-of-the-pin"})),
        Secret("limit", frozenset({str(LOSS)}), frozenset({"ann", "auditor"})),
        Secret("sheet", frozenset({WRITTEN}), frozenset({"supervisor"})),
    ]
    words += [Secret(f"id of {p}", frozenset({f'"{p}"'}), DESK | {"admin", p}) for p in CHIPS]
    client.cookies.set(COOKIE, tokens["ann"])
    answer = client.put("/api/limits", json={"loss": LOSS}, headers={"origin": "http://house.test"})
    assert answer.status_code == HTTPStatus.OK
    text = f"# {WRITTEN}\n{packaged_text('sheets/punto-banco')}"
    context.sheets.save(SavedSheet("sheet-1", "supervisor", "punto-banco", "Mine", text, 0))
    found.names |= {"sheet": "sheet-1", "token": "link-that-nobody-has-used"}
    found.words = words
    house.done(cm.CloseTable())
    house.open(small(burn="none", last="current"))
    for place, (patron, amount) in enumerate(BUY_INS.items(), 1):
        house.done(cm.TakeSeat(patron=patron, place=place, buy_in=amount))
    return found


def plain_and_hashed(tokens: Iterable[tuple[str, str]]) -> Iterator[Secret]:
    """Words that open something, and what the house keeps of them."""
    for what, token in tokens:
        yield Secret(f"token of {what}", frozenset({token}) | bytes_as_written(hash_of(token)))


def test_f20_no_answer_tells_what_it_must_not(told: Told) -> None:
    """F20: no address and no page tells anybody a card undealt, a secret, or what is another's.

    A shoe of one deck, in which every card is known by its name, is looked at in each state.
    """
    house = told.house
    assert told.search(DATA) == []
    house.act_until("open")
    house.done(house.wager("ann", "player", 1_100))
    house.done(house.wager("bea", "banker", 900))
    house.act_until("deal")
    house.act_until("deal")
    assert told.search(DATA) == []
    house.act_until("settle")
    assert told.search(GETS) == []
    # The search does find what is there, with those who may know it.
    for secret in told.secrets():
        assert told.heard.get(secret.what, set()) <= secret.known_to
        if secret.known_to:
            assert told.heard[secret.what], secret.what


@pytest.mark.parametrize(
    "who",
    [
        each if each in {NOBODY, "zoe"} else pytest.param(each, marks=pytest.mark.nightly)
        for each in EVERYBODY
    ],
)
def test_f20_no_answer_to_what_changes_tells_it_either(told: Told, who: str) -> None:
    """F20: nor does an answer to a POST, a PUT or a DELETE, whatever comes of it."""
    house = told.house
    house.act_until("open")
    house.done(house.wager("ann", "player", 1_100))
    house.act_until("deal")
    assert told.search(CHANGES, [who]) == []


def test_each_secret_is_found_where_it_is_planted(told: Told) -> None:
    """The search can fail: each secret, in each form in which it may be written, is found."""
    told.house.act_until("open")
    secrets = [*told.secrets()]
    assert {"order", "salt", "wallet of ann", "password", "token of ann"} <= {
        secret.what for secret in secrets
    }
    for secret in secrets:
        for form in secret.forms:
            text = f'{{"x":{form}}}' if form.isdigit() else f'{{"x": ["{form}", 1]}}'
            assert secret.what in told.leaks(text, NOBODY), form
            for who in secret.known_to:
                assert secret.what not in told.leaks(text, who)


def test_an_address_that_tells_too_much_is_found(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search can fail: a wallet and a card in the answer of an address are told with it."""
    house = told.house
    routes = ["GET /api/lobby", "GET /api/tables", "GET /api/table/{table}"]
    assert told.search(routes) == []
    house.act_until("open")
    shoe = house.desk.shoe(TABLE)
    undealt = shoe.card(30).code
    monkeypatch.setattr(lobby, "CURRENCY", {"wallet": CHIPS["zoe"], "next": undealt})
    found = told.search(routes)
    assert (NOBODY, "GET /api/lobby", "wallet of zoe") in found
    assert (NOBODY, "GET /api/lobby", {undealt}) in found
    assert {route for _, route, _ in found} == {"GET /api/lobby"}
    assert not any(who in DESK | {"zoe"} and what == "wallet of zoe" for who, _, what in found)
