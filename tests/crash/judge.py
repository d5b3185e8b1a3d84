"""What must be true of the file after any kill, whoever wrote it."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from puntobanco.shuffle.system import SystemShoe
from puntobanco.store.base import Stored, Transaction
from puntobanco.store.sqlite import open_sqlite
from puntobanco.table import events as ev
from tests.audit import Audit
from tests.crash.ground import TABLE
from tests.crash.players import Sent

STREAM = f"table:{TABLE}"


@dataclass(frozen=True)
class Read:
    """A file, read once."""

    stored: list[Stored]
    balances: dict[str, int]
    answers: dict[str, bytes]  # by command id
    shoes: dict[int, SystemShoe]


@dataclass
class Judge:
    """Reads a file after each kill; what it read before must still be there."""

    file: Path
    seen: list[bytes] = field(default_factory=list)  # hashes of the log so far

    def faults(self, sent: Iterable[Sent]) -> list[str]:
        """Everything that is wrong."""
        with closing(open_sqlite(self.file)) as store:
            found = [f"verify: {fault}" for fault in store.verify().faults]
            sent = list(sent)
            read = store.read(lambda tx: _read(tx, sent))
        hashes = [stored.hash for stored in read.stored]
        if hashes[: len(self.seen)] != self.seen:
            found.append("INV11: what was in the log is not there any more")
        self.seen = hashes
        entries = [(ev.decode(stored.body), stored.at) for stored in read.stored]
        audit = Audit().read(entries)
        audit.compare(read.balances)
        found += audit.faults
        found += _card_faults(audit, read.shoes)
        for command in sent:
            found += _command_faults(command, audit, read.answers.get(command.id))
        return found


def _read(tx: Transaction, sent: list[Sent]) -> Read:
    answers = {}
    for command in sent:
        if known := tx.answer(command.patron, command.id):
            answers[command.id] = known.reply
    shoes = {}
    number = 1
    while order := tx.shoe(STREAM, number):
        shoes[number] = SystemShoe.from_bytes(order)
        number += 1
    return Read(list(tx.events(STREAM)), tx.balances(), answers, shoes)


def _card_faults(audit: Audit, shoes: dict[int, SystemShoe]) -> list[str]:
    """Every card of the log is the one that lay there when the shoe was stored and committed."""
    found = [
        f"INV15: shoe {shoe} position {position} is {shoes[shoe].card(position).code}, not {card}"
        for (shoe, position), card in audit.dealt.items()
        if shoes[shoe].card(position).code != card
    ]
    committed = [shoes[number].commit() for number in sorted(shoes)]
    if committed != audit.shoes:
        found.append(f"INV15: {len(committed)} stored shoes, {len(audit.shoes)} in the log")
    return found


def _command_faults(sent: Sent, audit: Audit, reply: bytes | None) -> list[str]:
    """An acknowledged command is in the log, once; a refused one is not; none did two things."""
    happened = audit.commands.get((sent.patron, sent.id), [])
    # Time that passed closes the betting, whatever was asked.
    worked = [event for event in happened if not isinstance(event, ev.BettingClosed)]
    kept = msgspec.json.decode(reply, type=dict[str, object]) if reply is not None else None
    name = f"INV10: {sent.patron} {sent.body}"
    if len({str(answer) for answer in sent.answers}) > 1:
        return [f"{name} got two answers: {sent.answers}"]
    if not sent.answers:
        whole = not worked or _does(sent, worked)
        return [] if whole else [f"{name} did {worked}"]
    (answer, *_) = sent.answers
    if not answer["ok"]:
        if answer["refusal"]["code"] == "rate-limited":
            return []
        remembered = kept and {name: kept.get(name) for name in ("code", "params")}
        if worked or remembered != answer["refusal"]:
            return [f"{name} was refused as {answer}, did {worked}, is remembered as {reply!r}"]
        return []
    is_kept = kept is not None and "code" not in kept and kept.get("events", 0) == len(happened)
    if not is_kept or not _does(sent, worked):
        return [f"{name} was acknowledged, did {worked}, is remembered as {reply!r}"]
    return []


def _does(sent: Sent, worked: Sequence[ev.AnyEvent]) -> bool:
    """Whether the events are exactly what the command asks."""
    body, patron = sent.body, sent.patron
    match body["type"], worked:
        case "take-seat", [ev.SeatTaken() as seat, ev.BoughtIn() as bought]:
            return (seat.place, seat.patron, bought.amount) == (
                body["place"],
                patron,
                body["buy_in"],
            )
        case "leave-seat", [ev.SeatLeft() as left]:
            return left.patron == patron
        case "buy-in", [ev.BoughtIn() as bought]:
            return (bought.patron, bought.amount) == (patron, body["amount"])
        case "set-wager", [ev.WagersSet() as wager]:
            spots = {spot.bet: spot.amount for spot in wager.spots}
            wanted = (patron, body["round"], {body["bet"]: body["amount"]})
            return (wager.patron, wager.round, spots) == wanted
        case _:
            return False
