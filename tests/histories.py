"""Hand histories as a table would leave them: shoes shuffled, rounds dealt and settled by chance.

The table here follows the rules with the settlement of the product and a memory of its own for
racks, places and cards, so that what it leaves must pass the check, whatever it has been through.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from puntobanco.cards import DECK, Card
from puntobanco.rules.build import build
from puntobanco.rules.catalogue import find
from puntobanco.rules.coup import next_hand, play
from puntobanco.rules.reader import Source
from puntobanco.rules.round import RoundError, check_wagers
from puntobanco.rules.settle import Wager, settle
from puntobanco.rules.sheet import Sheet, canonical
from puntobanco.track.history import records as r
from puntobanco.track.notation import outcome_of
from tests.strategies import GAMES, wagers_from

START = 1_775_070_000_000  # 1 April 2026, 19:00 UTC
NAMES = ("lot 7", 'a "quoted" one', "庄家", "b=c", "back\\slash", "tab\there", "\u2028", "plain")


def history_from(chance: Random, game: str | None = None) -> r.History:
    """A history of a game, or of any, that every check lets pass."""
    return _Room(chance, game or chance.choice(GAMES)).history()


def sheet_from(chance: Random, game: str) -> Sheet:
    """A shipped sheet, in two of three cases with another venue."""
    sheet = find(game)
    values: Any = deepcopy(dict(sheet.source_form))
    values["venue"]["cover"]["policy"] = chance.choice(("running", "gross", "collect-then-pay"))
    values["venue"]["cover"]["win_cap"] = chance.choice(("continue", "halt"))
    values["venue"]["shoe"]["burn"] = chance.choice(("first-card", "none"))
    return build(values, Source("venue")) if chance.randrange(3) else sheet


def steps_of(
    sheet: Sheet,
    terms: r.Terms,
    bank: r.Bank | None,
    wagers: list[r.Placed],
    cards: tuple[Card, ...],
) -> tuple[r.ActionButton | None, tuple[r.Step, ...], r.Result | None]:
    """What a round is settled to."""
    placed = [core(wager, bank) for wager in wagers]
    check_wagers(sheet, placed, terms.seats)
    done = settle(
        sheet,
        play(cards),
        placed,
        seats=terms.seats,
        cover=bank.cover if bank else None,
        policy=terms.policy,
        win_cap=terms.win_cap,
        unit=terms.unit,
    )
    button = None
    if done.button and bank:
        place = done.button.seat + (done.button.seat >= bank.place)
        button = r.ActionButton(done.button.card, done.button.value, done.button.seat, place)
    steps = tuple(
        r.Step(s.wager.id, s.verdict, s.collected, s.paid, s.returned, s.uncovered)
        for s in done.steps
    )
    ended = done.player_dealer
    result = r.Result(ended.net, ended.exhausted, ended.capped) if ended else None
    return button, steps, result


def core(wager: r.Placed, bank: r.Bank | None) -> Wager:
    """The wager as the settlement knows it, at its seat."""
    seat = wager.place - (bank is not None and wager.place > bank.place)
    return Wager(wager.id, seat, wager.patron, wager.bet, wager.amount, wager.line)


@dataclass
class _Room:
    """A table that chance plays at."""

    chance: Random
    game: str
    racks: Counter[str] = field(default_factory=Counter)
    seated: set[tuple[int, str, str]] = field(default_factory=set)
    clock: int = START
    round: int = 0
    hand: int = 0
    again: bool = False
    settled: dict[int, r.Round] = field(default_factory=dict)
    had: dict[int, Counter[str]] = field(default_factory=dict)  # of corrected rounds, really
    claims: dict[int, tuple[r.Unrecovered, ...]] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    out: list[Card] = field(default_factory=list)
    unseen: int = 0
    kept: int = -1  # where the card lay that was last set aside for later

    def history(self) -> r.History:
        chance = self.chance
        self.sheet = sheet = sheet_from(chance, self.game)
        least, most, _ = sheet.decks
        self.terms = r.Terms(
            chance.randint(least, most),
            chance.choice(sheet.seats),
            chance.choice((1, 1, 25, 100)),
            chance.choice(("USD", "chips of a demo")),
            sheet.venue.cover.policy,
            sheet.venue.cover.win_cap,
            sheet.venue.rotation,
            sheet.venue.collection,
            chance.choice(("recorded", "left-out")),
        )
        is_own = sheet.venue_hash != find(self.game).venue_hash
        form = (
            r.Form(canonical(sheet.source_form).decode()) if is_own or chance.randrange(2) else None
        )
        header = r.Header(
            table=r.Table(self.name(), self.name(), chance.choice(("", self.name()))),
            rules=r.Rules(sheet.id, sheet.hash, sheet.venue_hash),
            form=form,
            terms=self.terms,
        )
        items: list[r.Item] = []
        first, shoes = chance.choice((1, 70)), chance.randrange(4)
        self.round = chance.choice((0, 2000))
        for number in range(first, first + shoes):
            items += self.notes()
            items.append(self.shoe(number, is_last=number == first + shoes - 1))
        return r.History(header, tuple(items))

    def name(self) -> str:
        return self.chance.choice(NAMES)

    def later(self) -> int:
        self.clock += self.chance.choice((0, 1, 999, 45_000))
        return self.clock

    def notes(self) -> list[r.Note]:
        return [
            r.Note("incident", self.chance.choice(("", *NAMES)), "floor-1", self.later())
            for _ in range(self.chance.choice((0, 0, 0, 1)))
        ]

    def shoe(self, number: int, *, is_last: bool) -> r.Shoe:
        chance = self.chance
        self.cards = list(DECK) * self.terms.decks
        chance.shuffle(self.cards)
        self.out, self.unseen, self.hand, self.again = [], 0, 0, False
        self.kept = -1
        kind = chance.choice(("software", "physical"))
        head = r.ShoeHead(
            number,
            kind,
            self.terms.decks,
            14,
            self.later(),
            commitment="5f" * 32 if kind == "software" else "",
            lot=self.name() if kind == "physical" else "",
        )
        items: list[Any] = self.notes()
        if self.sheet.venue.shoe.burn == "first-card":
            items.append(self.burn())
        for _ in range(chance.randrange(5)):
            if chance.randrange(6) == 0:
                items.append(self.aside())
            if self.terms.people == "recorded":
                items += self.come_and_go()
            items.append(self.free_hand() if chance.randrange(8) == 0 else self.play())
            if self.settled and chance.randrange(3) == 0:
                items += self.correction()
            items += self.notes()
        is_open = is_last and chance.randrange(3) == 0
        end = None if is_open else r.ShoeEnded(self.later(), chance.choice(("", "damaged-card")))
        return r.Shoe(head=head, items=tuple(items), end=end)

    def burn(self) -> r.Burn:
        card = self.draw()
        unseen = card.points or 10
        del self.cards[:unseen]
        self.unseen += unseen
        return r.Burn(card, unseen)

    def draw(self) -> Card:
        self.out.append(self.cards.pop(0))
        return self.out[-1]

    @property
    def position(self) -> int:
        return self.terms.decks * len(DECK) - len(self.cards)

    def aside(self) -> r.Aside:
        position = self.position
        if position != self.kept and self.chance.randrange(3) == 0:
            self.kept = position
            return r.Aside(self.cards[0], position, "next", "drawn-early")
        card: Card | None = self.draw()
        if self.chance.randrange(2):
            card = None
            self.out.pop()
        return r.Aside(card, position, "out", "found-face-up")

    def coup(self) -> tuple[list[r.Aside], tuple[Card, ...]]:
        dealt: list[Card] = []
        asides = []
        while len(dealt) < 4 or next_hand(dealt) is not None:
            if self.chance.randrange(40) == 0:
                asides.append(r.Aside(self.cards[0], self.position, "out", "found-face-up"))
                self.draw()
            dealt.append(self.draw())
        return asides, tuple(dealt)

    def next_hand(self) -> tuple[int, int]:
        self.round += 1
        self.hand += not (self.again and self.chance.randrange(2))
        self.again = False
        return self.round, self.hand

    def free_hand(self) -> r.FreeHand:
        number, hand = self.next_hand()
        head = r.FreeHead(number, hand, "exposed-card", self.later())
        asides, cards = self.coup()
        ended = r.Ended(outcome_of(self.sheet, play(cards)))
        return r.FreeHand(head=head, asides=tuple(asides), dealt=r.Dealt(cards), ended=ended)

    # People

    def come_and_go(self) -> list[r.Move]:
        moves: list[r.Move] = []
        for place, line, patron in sorted(self.seated):
            if self.chance.randrange(6) == 0:
                if self.racks[patron]:
                    moves.append(r.Chips("cash-out", patron, self.racks.pop(patron), self.later()))
                moves.append(r.Left(patron, place, line, self.later()))
                self.seated.remove((place, line, patron))
        return moves

    def bring(self, patron: str, place: int, line: str, amount: int) -> list[r.Move]:
        """Let a patron sit down and bring chips, where they are needed."""
        if self.terms.people != "recorded":
            return []
        moves: list[r.Move] = []
        if (place, line, patron) not in self.seated:
            self.seated.add((place, line, patron))
            kind = self.chance.choice(("patron", "third-party"))
            moves.append(r.Sat(patron, place, line, self.later(), kind))
        short = amount - self.racks[patron]
        if short > 0:
            way = self.chance.choice(("carried", "buy-in"))
            moves.append(r.Chips(way, patron, short, self.later()))
            self.racks[patron] += short
        self.racks[patron] -= amount
        return moves

    # Rounds

    def play(self) -> r.Round:
        chance, terms = self.chance, self.terms
        number, hand = self.next_hand()
        head = r.RoundHead(number, hand, self.later())
        bank = None
        moves: list[r.Move] = []
        wagers = self.placed()
        if not self.sheet.is_house_banked:
            place = chance.randint(1, terms.seats + 1)
            total = sum(wager.amount for wager in wagers)
            cover = max(1, chance.choice((total // 3, total, 50 * total, 100)))
            kind = chance.choice(("patron", "third-party"))
            bank = r.Bank(place, f"p{place}", kind, min(cover, 10**12))
            moves += self.bring(bank.patron, place, "front", bank.cover)
        wagers = [self.moved(wager, bank) for wager in wagers]
        fees: list[r.Fee] = []
        for wager in wagers:
            moves += self.bring(wager.patron, wager.place, wager.line, wager.amount)
            if chance.randrange(6) == 0:
                state = chance.choice(("paid", "waived"))
                of = chance.choice(("", wager.id))
                fees.append(r.Fee(wager.patron, 5, state, of))
                if state == "paid":
                    moves += self.bring(wager.patron, wager.place, wager.line, 5)
        closed = r.Closed(self.later())
        returned = self.sent_back(wagers, bank)
        gone = {each.wager for each in returned}
        active = [wager for wager in wagers if wager.id not in gone]
        asides, cards = self.coup()
        common: dict[str, Any] = {
            "head": head,
            "bank": bank,
            "moves": tuple(moves),
            "wagers": tuple(wagers),
            "closed": closed,
            "fees": tuple(fees),
            "returned": returned,
            "asides": tuple(asides),
        }
        self.pay(wagers, [(each.wager, each.amount) for each in returned])
        if chance.randrange(5) == 0:
            return self.void(common, active, cards)
        button, steps, result = steps_of(self.sheet, terms, bank, active, cards)
        self.pay(wagers, [(step.wager, step.paid + step.returned) for step in steps])
        if bank and result:
            self.racks[bank.patron] += bank.cover + result.net
        self.settled[number] = r.Round(
            **common,
            dealt=r.Dealt(cards),
            ended=r.Ended(outcome_of(self.sheet, play(cards))),
            button=button,
            steps=steps,
            result=result,
            end=r.Settled(self.later()),
        )
        return self.settled[number]

    def placed(self) -> list[r.Placed]:
        found = wagers_from(self.chance, self.sheet, self.terms.seats)
        most = 10**9 // self.terms.unit
        return [
            r.Placed(
                wager.id,
                wager.seat,
                wager.line,
                wager.patron,
                wager.bet,
                min(wager.amount, most) * self.terms.unit,
            )
            for wager in found
        ]

    def moved(self, wager: r.Placed, bank: r.Bank | None) -> r.Placed:
        """The wager at the place of its seat, of somebody who is nowhere else."""
        place = wager.place + (bank is not None and wager.place >= bank.place)
        patron = f"p{place}" if wager.line == "front" else f"{wager.patron} behind {place}"
        return replace(wager, place=place, patron=patron)

    def sent_back(self, wagers: list[r.Placed], bank: r.Bank | None) -> tuple[r.Returned, ...]:
        """One wager that goes back before the deal, where the others can do without it."""
        if not wagers or self.chance.randrange(4):
            return ()
        gone = self.chance.choice(wagers)
        rest = [core(wager, bank) for wager in wagers if wager is not gone]
        try:
            check_wagers(self.sheet, rest, self.terms.seats)
        except RoundError:
            return ()
        return (r.Returned(gone.id, gone.amount, "fee-not-paid"),)

    def void(
        self, common: dict[str, Any], active: list[r.Placed], cards: tuple[Card, ...]
    ) -> r.Round:
        self.again = True
        kept = self.chance.randint(0, len(cards)) if not common["asides"] else len(cards)
        for card in reversed(cards[kept:]):
            self.cards.insert(0, card)
            self.out.pop()
        self.pay(active, [(wager.id, wager.amount) for wager in active])
        bank = common["bank"]
        if bank:
            self.racks[bank.patron] += bank.cover
        refunded = tuple(
            replace(fee, state="refunded") for fee in common["fees"] if fee.state == "paid"
        )
        for fee in refunded:
            self.racks[fee.patron] += fee.amount
        head = r.Void(
            "false-draw", "dealer-1", "floor-1", self.later(), self.chance.choice(("", *NAMES))
        )
        returned = tuple(r.Returned(wager.id, wager.amount, "void") for wager in active)
        return r.Round(
            **common,
            dealt=r.Dealt(cards[:kept]) if kept else None,
            end=r.Voided(head, returned, refunded),
        )

    def pay(self, wagers: list[r.Placed], amounts: list[tuple[str, int]]) -> None:
        owners = {wager.id: wager.patron for wager in wagers}
        for wager, amount in amounts:
            self.racks[owners[wager]] += amount

    # Corrections

    def correction(self) -> list[r.Correction]:
        number = self.chance.choice(sorted(self.settled))
        before = self.settled[number]
        assert before.dealt is not None
        gone = {each.wager for each in before.returned}
        wagers, returned = list(before.wagers), before.returned
        changed: tuple[r.Placed, ...] = ()
        cards = before.dealt.cards
        active = [wager for wager in wagers if wager.id not in gone]
        match self.chance.randrange(3):
            case 0:
                cards = self.misread(before.dealt.cards)
            case 1 if active:
                other = self.chance.choice(active)
                less = replace(
                    other,
                    amount=self.chance.randint(1, other.amount // self.terms.unit)
                    * self.terms.unit,
                )
                changed = (less,)
                wagers = [less if wager.id == less.id else wager for wager in wagers]
            case _:
                returned = (
                    *returned,
                    *(r.Returned(wager.id, wager.amount, "void") for wager in active),
                )
        gone = {each.wager for each in returned}
        active = [wager for wager in wagers if wager.id not in gone]
        button, steps, result = steps_of(self.sheet, self.terms, before.bank, active, cards)
        after = replace(
            before,
            wagers=tuple(wagers),
            returned=returned,
            dealt=r.Dealt(cards),
            ended=r.Ended(outcome_of(self.sheet, play(cards))),
            button=button,
            steps=steps,
            result=result,
        )
        self.settled[number] = after
        recovered = self.recovered_of(number)
        moved, unrecovered = self.moves_of(number, before, after)
        is_dealt = cards != before.dealt.cards
        return [
            r.Correction(
                head=r.CorrectionHead("c1", number, "misread", "dealer-1", "floor-1"),
                wagers=changed,
                returned=tuple(each for each in returned if each not in before.returned),
                dealt=after.dealt if is_dealt else None,
                ended=after.ended if is_dealt else None,
                button=button if is_dealt else None,
                reversed=tuple(
                    r.Reversed(s.wager, s.verdict, s.collected, s.paid, s.returned, s.uncovered)
                    for s in before.steps
                ),
                steps=steps,
                result=result,
                recovered=recovered,
                moved=moved,
                unrecovered=unrecovered,
                end=r.Corrected(self.later()),
            )
        ]

    def misread(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The coup with one card read as another, of which there are enough; else as it was."""
        for _ in range(20):
            place = self.chance.randrange(len(cards))
            other = self.chance.choice(DECK)
            read = (*cards[:place], other, *cards[place + 1 :])
            whole = next_hand(read) is None and all(
                next_hand(read[:n]) is not None for n in range(4, len(read))
            )
            # twenty shoes of memory are more than this table plays: any shoe's count will do
            if whole and self.out.count(other) + 1 < self.terms.decks:
                return read
        return cards

    def recovered_of(self, number: int) -> tuple[r.Recovered, ...]:
        """What was paid to wallets of the claims that are open; it counts as had of the round."""
        recovered = tuple(
            r.Recovered(each.debtor, self.chance.randint(1, each.amount), each.creditor)
            for each in self.claims.pop(number, ())
            if self.chance.randrange(2)
        )
        for paid in recovered:
            self.had[number][paid.debtor] -= paid.amount
            if paid.creditor:
                self.had[number][paid.creditor] += paid.amount
        return recovered

    def moves_of(
        self, number: int, before: r.Round, after: r.Round
    ) -> tuple[tuple[r.Moved, ...], tuple[r.Unrecovered, ...]]:
        """What moves from whom to whom, and what a debtor no longer has."""
        due, had = _net(after), self.had.setdefault(number, _net(before))
        due.subtract(had)
        moved, unrecovered = dict(due), []
        for debtor in sorted(who for who in due if due[who] < 0):
            has = self.racks[debtor] if self.terms.people == "recorded" else 10**15
            policy = self.chance.choice(("claim", "forgiven"))
            creditors = sorted(who for who in due if moved[who] > 0) if before.bank else [""]
            for creditor in creditors:
                lacks = -moved[debtor] - has
                amount = min(lacks, moved[creditor]) if creditor else lacks
                if amount > 0:
                    unrecovered.append(r.Unrecovered(debtor, amount, policy, creditor))
                    moved[debtor] += amount
                    if creditor:
                        moved[creditor] -= amount
        rows = []
        for who, amount in moved.items():
            if amount:
                to = self.chance.choice(("rack", "rack", "wallet")) if amount > 0 else "rack"
                rows.append(r.Moved(who, amount, to))
                had[who] += amount
                self.racks[who] += amount * (to == "rack")
        self.claims[number] = tuple(each for each in unrecovered if each.policy == "claim")
        return tuple(rows), tuple(unrecovered)


def _net(played: r.Round) -> Counter[str]:
    owners = {wager.id: wager.patron for wager in played.wagers}
    found: Counter[str] = Counter()
    for step in played.steps:
        found[owners[step.wager]] += step.paid - step.collected
        if played.bank:
            found[played.bank.patron] -= step.paid - step.collected
    return found
