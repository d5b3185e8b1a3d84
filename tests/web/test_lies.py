"""A client that lies in every field, and wagers at the edges of what a table takes."""

import pytest

from puntobanco.house.tokens import Grant
from puntobanco.table import commands as cm
from puntobanco.web.messages import FRAMES
from tests.table.playing import MAINS, SIDES, UNIT
from tests.web.servers import Client, Running

SEAT = {"place": 1, "buy_in": 1_000_000}
WAGER = {"round": 1, "bet": "player", "amount": 1_500}
# What somebody might like the house to believe: of himself, of others, of the game.
LIES: tuple[dict[str, object], ...] = (
    {"role": "dealer"}, {"isGamemaster": True}, {"by": "dealer"}, {"actor": "bea"},
    {"kind": "house"}, {"odds": "1000:1"}, {"pays": "40:1"}, {"paid": 10**6}, {"winner": "player"},
    {"verdict": "pay"},
    {"min": 1}, {"max": 10**9}, {"limits": []}, {"unit": 1}, {"rack": 10**9}, {"wallet": 10**9},
    {"card": "9S"}, {"shoe": 2}, {"seq": 0}, {"version": 1}, {"at": 1}, {"price": 0}, {"fee": 0},
    {"patron": "bea"}, {"place": 2}, {"place": 14}, {"line": "back"}, {"round": 0}, {"round": 2},
    {"bet": "dragon-9"}, {"amount": 10**12}, {"amount": 1}, {"amount": 1_501},
)  # fmt: skip


def refused(client: Client, kind: str, said: dict[str, object]) -> bool:
    """Whether a command is refused."""
    return not client.ask(kind, **said).ok


def test_d6_a_client_decides_nothing(served: Running) -> None:
    """D6: a script in place of the page lies in every field; no outcome, limit or price changes."""
    house = served.house
    with (
        served.client(served.sign_in("ann")) as ann,
        served.client(served.sign_in("bea")) as bea,
    ):
        assert ann.ask("take-seat", **SEAT).ok
        assert bea.ask("take-seat", place=2, buy_in=500_000).ok
        house.done(cm.OpenBetting())
        assert ann.ask("set-wager", **WAGER).ok
        before, books = house.live.state, house.balances()
        for lie in LIES:
            assert refused(ann, "set-wager", WAGER | lie), lie
        for kind in set(FRAMES) - {"set-wager", "buy-in", "cash-out", "take-break", "come-back"}:
            assert refused(ann, kind, {}), kind
            assert refused(ann, kind, {"position": 0, "card": "9S", "winner": "player"}), kind
        house.settle()
        assert house.live.state == before
        assert house.balances() == books
        house.act_until("settle")
    house.check()  # by a bookkeeper who knows the rules and nothing of ours


def test_d6_a_token_is_no_role(served: Running) -> None:
    """D6: whose word a second person's is comes from his token, and a patron's is nobody's."""
    served.context.people.give_token(Grant("patron", patron="bea"), "bea's own", "bea")
    with served.client(served.sign_in("ann")) as ann:
        card = {"position": 0, "card": "9S", "confirmed": "bea's own"}
        assert ann.refused("deal-card", **card) == "not-allowed"


EDGES = [
    (bet, amount, code)
    for bet, (least, most) in (("player", MAINS), ("banker", MAINS))
    for amount, code in (
        (least - 1, "not-a-multiple-of-the-unit"),
        (least - UNIT, "below-minimum"),
        (least, None),
        (least + UNIT, None),
        (most, None),
        (most + 1, "not-a-multiple-of-the-unit"),
        (most + UNIT, "above-maximum"),
        (UNIT + UNIT // 2, "not-a-multiple-of-the-unit"),
        (-least, "malformed"),
    )
]


@pytest.mark.parametrize("bet, amount, code", EDGES)
def test_l5_limits_of_a_spot(served: Running, bet: str, amount: int, code: str | None) -> None:
    """L5: from the least to the most, in whole units; one less and one more are refused by name."""
    with served.client(served.sign_in("ann")) as client:
        assert client.ask("take-seat", **SEAT).ok
        served.house.done(cm.OpenBetting())
        found = client.ask("set-wager", round=1, bet=bet, amount=amount)
        assert (found.refusal and found.refusal.code) == code


def test_l5_a_side_bet_has_limits_of_its_own(served: Running) -> None:
    """L5: a spot takes what its own limits say, whatever a main bet takes."""
    with served.client(served.sign_in("ann")) as client:
        assert client.ask("take-seat", **SEAT).ok
        served.house.done(cm.OpenBetting())
        assert client.ask("set-wager", round=1, bet="player", amount=MAINS[1]).ok
        side = next(b.id for b in served.house.live.state.game.sheet.bets if not b.is_main)
        for amount, code in ((SIDES[1] + UNIT, "above-maximum"), (SIDES[1], None)):
            found = client.ask("set-wager", round=1, bet=side, amount=amount)
            assert (found.refusal and found.refusal.code) == code
