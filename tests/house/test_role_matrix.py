"""The role matrix: every role, every command, every state of a table, one's own and another's."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.house.people import Caller
from puntobanco.house.roles import Role, deed_of, may_do
from puntobanco.store.sqlite import MEMORY, open_sqlite
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.refusals import Code
from puntobanco.table.state import TableState
from tests.house.houses import House
from tests.house.test_roles import expected, name_of
from tests.table.playing import TABLE, TIE, Felt, opening, small

ACTOR, OTHER = "ann", "bea"
# What a command says, by the type of a field; whether it makes sense is the table's to decide.
SAID: Final[dict[object, object]] = {int: 1, str: "x", bool: False}
MATTERS: Final = (
    ev.VoidRound(),
    ev.CorrectRound(round=1),
    ev.Irregularity(kind="exposed-card"),
    ev.ChangeLimits(limits=()),
    ev.ChangeTerms(ev.Terms()),
)


def made(command: type[cm.Command], who: str) -> cm.AnyCommand:
    """A command of a kind, about somebody's chips or given by him."""
    if command is cm.OpenTable:
        return opening(small())
    wanted: dict[str, Any] = {}
    for field in msgspec.structs.fields(command):
        if field.name in {"patron", "by"}:
            wanted[field.name] = who
        elif field.required:
            wanted[field.name] = SAID.get(field.type, ())
    return command(**wanted)  # type: ignore[return-value]


def commands(who: str) -> Iterator[cm.AnyCommand]:
    """A command of every kind, and a proposal of every matter."""
    for command in get_args(cm.AnyCommand):
        if command is not cm.Propose:
            yield made(command, who)
    for matter in MATTERS:
        yield cm.Propose(by=who, reason="x", matter=matter)


def opened(cards: str, paced: str = "clock") -> Felt:
    """A table that is open, with somebody in a seat."""
    felt = Felt()
    felt.done(replace(opening(small(burn="none")), cards=cards, paced=paced))
    if cards != "results":
        felt.sit(ACTOR, 1)
    return felt


def in_betting() -> Felt:
    """A table at which betting is open."""
    return Felt.betting(ACTOR)


def after(*acts: Callable[[Felt], object]) -> Callable[[], TableState]:
    """What a table is after betting was opened and more."""

    def state() -> TableState:
        felt = in_betting()
        for act in acts:
            act(felt)
        return felt.state

    return state


STATES: Final[dict[str, Callable[[], TableState]]] = {
    "no table": TableState,
    "waiting": lambda: opened("software").state,
    "waiting, dealer's pace": lambda: opened("software", "dealer").state,
    "waiting, scanned": lambda: opened("scanned").state,
    "waiting, typed": lambda: opened("typed").state,
    "tracking": lambda: opened("results").state,
    "betting": after(),
    "wagers down": after(lambda felt: felt.bet(ACTOR, "player", 500)),
    "paused": after(lambda felt: felt.do(cm.PauseBetting())),
    "dealing": after(lambda felt: felt.deal(TIE[:2])),
    "decided": after(lambda felt: felt.deal(TIE)),
    "settled": after(lambda felt: felt.play(TIE)),
    "suspended": after(lambda felt: felt.done(cm.SuspendTable(by="sue", reason="x"))),
    "a proposal of his": after(
        lambda felt: felt.done(cm.Propose(by=ACTOR, reason="x", matter=ev.VoidRound()))
    ),
    "a proposal of another": after(
        lambda felt: felt.done(cm.Propose(by=OTHER, reason="x", matter=ev.VoidRound()))
    ),
    "closed": after(lambda felt: felt.play(TIE), lambda felt: felt.done(cm.CloseTable())),
}


def allowed(role: Role, command: cm.AnyCommand, who: str, state: TableState) -> bool:
    """What the lists of `test_roles` say of a cell, in the words of docs/reference/roles.md."""
    setup = state.setup
    proposal = state.proposals.get(1)
    is_own = who == ACTOR
    if isinstance(command, cm.Reject):
        is_own = proposal is None or proposal.by == ACTOR
    says = {
        ".": False,
        "+": True,
        "o": is_own,
        "r": setup is not None and setup.cards in {"scanned", "typed", "results"},
        "s": setup is not None and setup.cards == "software",
        "d": setup is not None and (setup.cards != "software" or setup.paced == "dealer"),
        "t": setup is not None and setup.cards == "results",
        "p": setup is not None and setup.cards == "results",
    }
    return says[expected(role, name_of(deed_of(command)))]


@pytest.mark.parametrize("where", STATES)
@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
def test_every_cell_in_every_state(role: Role, where: str) -> None:
    """F21: a role may give a command exactly where the lists say so, for itself and for others."""
    state = STATES[where]()
    wrong = [
        (name_of(deed_of(command)), who)
        for who in (ACTOR, OTHER)
        for command in commands(who)
        if may_do(role, ACTOR, command, state) is not allowed(role, command, who, state)
    ]
    assert wrong == []


def test_the_matrix_is_whole() -> None:
    """No command and no matter is missing from the matrix."""
    known = {type(command) for command in commands(ACTOR)}
    assert known == {*get_args(cm.AnyCommand)}
    assert {type(matter) for matter in MATTERS} == {*get_args(ev.AnyMatter)}


@pytest.mark.parametrize("role", Role, ids=lambda role: role.value)
def test_the_desk_keeps_to_the_matrix(role: Role) -> None:
    """What the lists refuse the desk refuses as not allowed, and no event is written."""
    with closing(open_sqlite(MEMORY)) as store:
        house = House(store)
        house.betting(ACTOR, OTHER)
        state, before = house.live.state, len(house.entries())
        for who, command in [(w, c) for w in (ACTOR, OTHER) for c in commands(w)]:
            if allowed(role, command, who, state):
                continue
            table = "t2" if isinstance(command, cm.OpenTable) else TABLE
            asked = replace(command, table=table) if table == "t2" else command
            reply = house.desk.do(table, asked, ACTOR, role).result(20)
            assert reply.refusal, command
            assert reply.refusal.code is Code.NOT_ALLOWED, command
        assert (house.live.state, len(house.entries())) == (state, before)


@pytest.mark.parametrize("role,table", [*product((Role.DEALER, Role.SUPERVISOR), ("t1", "t2"))])
def test_a_duty_for_one_table_is_for_no_other(role: Role, table: str) -> None:
    """Whoever serves one table serves it alone; whoever serves all serves each."""
    assert Caller("s1", role, table).serves(TABLE) is (table == TABLE)
    assert Caller("s1", role).serves(table)
