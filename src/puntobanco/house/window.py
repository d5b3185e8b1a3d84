"""The cashier's window: patrons are enrolled, chips are sold and paid out, each command once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from puntobanco.house.cage import CageError, NoSuchBoxError, count_drop, issue, redeem, write_down
from puntobanco.house.clock import Clock
from puntobanco.house.people import People
from puntobanco.ledger import wallet
from puntobanco.money import AMOUNT_MAX
from puntobanco.store.base import Store, Transaction
from puntobanco.table.refusals import Code, Refusal
from puntobanco.table.state import TableState

Guard = Callable[[Transaction, str, int, int], Refusal | None]


@dataclass(frozen=True, slots=True)
class Order:
    """Who asks, with the id and digest by which a repetition is known."""

    actor: str
    id: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of it: the patron or the box it was about, or a refusal."""

    patron: str = ""
    refusal: Refusal | None = None
    expected: int = 0  # in a drop box that was counted


class Window:
    """One transaction an order: its event, its transfer and its answer, or none of them."""

    def __init__(
        self, store: Store, people: People, clock: Clock, guard: Guard | None = None
    ) -> None:
        """Serve the people of a store; the guard says who may not buy chips, by his own word."""
        self._store, self._people, self._clock = store, people, clock
        self._guard = guard

    def enrol(self, order: Order, fresh: str, name: str, kind: str) -> Receipt:
        """Write a patron down under a fresh id."""

        def work(tx: Transaction) -> Receipt:
            write_down(tx, fresh, name, kind, order.actor, self._clock())
            return Receipt(fresh)

        receipt = self._once(order, work)
        if receipt.patron == fresh:
            self._people.met(fresh, name, kind)
        return receipt

    def issue(self, order: Order, patron: str, amount: int) -> Receipt:
        """Sell chips."""

        def work(tx: Transaction) -> Receipt:
            if amount > AMOUNT_MAX - tx.balance(wallet(patron)):
                return Receipt(patron, Refusal(Code.ABOVE_MAXIMUM, {"max": AMOUNT_MAX}))
            now = self._clock()
            refusal = self._guard(tx, patron, amount, now) if self._guard else None
            if refusal is not None:
                return Receipt(patron, refusal)
            issue(tx, patron, amount, order.actor, now)
            return Receipt(patron)

        return self._once(order, work)

    def redeem(self, order: Order, patron: str, amount: int) -> Receipt:
        """Pay chips out."""

        def work(tx: Transaction) -> Receipt:
            held = tx.balance(wallet(patron))
            if held < amount:
                params = {"wallet": held, "amount": amount}
                return Receipt(patron, Refusal(Code.NOT_ENOUGH_IN_WALLET, params))
            redeem(tx, patron, amount, order.actor, self._clock())
            return Receipt(patron)

        return self._once(order, work)

    def count(
        self, order: Order, state: Callable[[], TableState], table: str, box: str, counted: int
    ) -> Receipt:
        """Take in the count of a drop box; ``state`` gives its table as the writer knows it."""

        def work(tx: Transaction) -> Receipt:
            try:
                event = count_drop(tx, state(), table, box, counted, order.actor, self._clock())
            except NoSuchBoxError:
                return Receipt(refusal=Refusal(Code.NO_SUCH_BOX, {"box": box}))
            except CageError:
                return Receipt(refusal=Refusal(Code.NOT_IN_THIS_STATE, {"box": box}))
            return Receipt(expected=event.expected)

        return self._once(order, work)

    def _once(self, order: Order, work: Callable[[Transaction], Receipt]) -> Receipt:
        """Do what an order asks, unless it was done: then give the same receipt again."""

        def done(tx: Transaction) -> Receipt:
            known = tx.answer(order.actor, order.id)
            if known is not None and known.digest != order.digest:
                return Receipt(refusal=Refusal(Code.SAME_ID_OTHER_BODY))
            if known is not None:
                return msgspec.json.decode(known.reply, type=Receipt)
            receipt = work(tx)
            tx.remember(order.actor, order.id, order.digest, msgspec.json.encode(receipt))
            return receipt

        return self._store.submit(done).result()
