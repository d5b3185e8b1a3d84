"""What the floor does beside the game: limits, boxes, rulings, corrections, claims."""

from typing import Final

from puntobanco.house.roles import Role
from puntobanco.rules.collection import at_table
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.irregular import TABLE as IRREGULARITIES
from puntobanco.table.irregular import phase_of
from puntobanco.table.state import form_of
from tests.simulator.asking import DEALER, SUPERVISORS, Act, by_floor, some, true_card
from tests.simulator.patrons import come
from tests.simulator.tables import (
    MAINS,
    SIDES,
    UNIT,
    fees_of,
    game_of,
    limits,
    policy_of,
    sheet_of,
)
from tests.simulator.world import World
from tests.strategies import dealt_from

ANY_TIME: Final = 5  # phases of a row that can be whenever


def floor(world: World) -> Act | None:
    """Something that the floor does beside the game."""
    state, chance = world.state, world.chance
    if state.setup is None:
        return None
    if state.proposals and chance.random() < 0.5:
        return ruling(world)
    if state.claims and chance.random() < 0.6:
        number = chance.choice(sorted(state.claims))
        claim = state.claims[number]
        if claim.debtor not in state.racks and chance.random() < 0.8:
            return come(world, claim.debtor)
        if chance.random() < 0.2:
            return by_floor(cm.DropClaim(by="", number=number, reason="old"), chance)
        pay = cm.PayClaim(by="", number=number, amount=_part(world, claim))
        return by_floor(pay, chance)
    if state.held and chance.random() < 0.3:
        return by_floor(cm.ReleaseAmount(by="", number=chance.choice(sorted(state.held))), chance)
    if (state.suspended or state.dealership.broken) and chance.random() < 0.9:
        return by_floor(cm.ResumeTable(by=""), chance)
    if chance.random() < 0.6:
        return _propose(world)
    who = chance.choice((*sorted(state.racks), "nobody"))
    held = some(chance, state.racks.get(who, 0))
    wishes: tuple[cm.AnyCommand, ...] = (
        cm.HoldAmount(by="", patron=who, amount=held, reason="?"),
        *(cm.ChangeBox(box=box) for box in "123"),
        cm.SuspendTable(by="", reason="a fault"),
        cm.ResumeTable(by=""),
        cm.SetMessage(by="", text=chance.choice(("Back at ten", "", "x" * 61))),
        cm.CloseTable(),
        cm.EndShoe(),
    )
    return by_floor(chance.choice(wishes), chance)


def ruling(world: World) -> Act | None:
    """A supervisor speaks on something that was proposed."""
    state, chance = world.state, world.chance
    if state.agreed and chance.random() < 0.1:
        number = chance.choice(sorted(state.agreed))
        return by_floor(cm.Reject(by="", number=number), chance)
    if not state.proposals:
        return None
    number = chance.choice(sorted(state.proposals))
    proposal = state.proposals[number]
    others = [name for name in SUPERVISORS if name != proposal.by]
    by = chance.choice(others) if chance.random() < 0.9 else chance.choice(SUPERVISORS)
    handling = ""
    if isinstance(proposal.matter, ev.Irregularity) and chance.random() < 0.3:
        handling = chance.choice(("burn", "next", "free-hand", "free-hand", "void-refund", "void"))
    if chance.random() < 0.2:
        return Act(cm.Reject(by=by, number=number), by, Role.SUPERVISOR)
    return Act(cm.Approve(by=by, number=number, handling=handling), by, Role.SUPERVISOR)


def _part(world: World, claim: ev.Claim) -> int:
    """What a debtor can pay of a claim, or a little too much."""
    rack = world.state.racks.get(claim.debtor, 0)
    return world.chance.choice((min(rack, claim.amount), claim.amount, claim.amount + 1))


def _propose(world: World) -> Act:
    """A dealer or a supervisor proposes something, more often what can be."""
    state, chance = world.state, world.chance
    by = chance.choice((DEALER, *SUPERVISORS))
    real = state.game.cards in {"typed", "scanned"}
    matters: list[ev.AnyMatter] = [
        *(irregularity(world) for _ in range(6 if real else 2)),
        *(_correction(world) for _ in range(3)),
        _limits(world),
        _terms(world),
        _terms(world),
    ]
    if state.round is not None:
        matters.append(ev.VoidRound(refund_fees=chance.random() < 0.5))
    matter = chance.choice(matters)
    if isinstance(matter, ev.ChangeLimits | ev.ChangeTerms) and by == DEALER:
        by = SUPERVISORS[0]
    role = Role.DEALER if by == DEALER else Role.SUPERVISOR
    return Act(cm.Propose(by=by, reason="it happened", matter=matter), by, role)


def irregularity(world: World) -> ev.Irregularity:
    """Something that went wrong, mostly what can go wrong now."""
    state, chance = world.state, world.chance
    rows = [row for row in IRREGULARITIES if state.game.cards in row.cards.split()]
    likely = [row for row in rows if phase_of(state) in row.phases.split()]
    few = [row for row in likely if len(row.phases.split()) < ANY_TIME]  # the others always can be
    row = chance.choice((few if chance.random() < 0.7 else likely) or rows)
    card, wager, amount = None, None, None
    named = f"{row.needs} {row.may if chance.random() < 0.5 else ''}".split()
    if "card" in named:
        card = chance.choice(world.pack) if world.pack else "AS"
        if state.shoe is not None and state.shoe.out < len(world.pack):
            card = true_card(world, state.shoe.out) if chance.random() < 0.8 else card
    if "wager" in named and state.round and state.round.wagers:
        on, sheet = state.round.wagers, state.game.sheet
        needy = [name for name, w in sorted(on.items()) if sheet.require_bet(w.bet).requires]
        wager = chance.choice(needy or sorted(on))
    if "amount" in named:
        cover = state.round.cover.amount if state.round and state.round.cover else 10_000
        amount = chance.choice((0, chance.randrange(0, cover, UNIT)))
    return ev.Irregularity(kind=row.kind, card=card, wager=wager, amount=amount)


def _correction(world: World) -> ev.CorrectRound:
    state, chance = world.state, world.chance
    if not state.settled:
        return ev.CorrectRound(round=state.round_number)
    stood = chance.choice((*state.settled[-3:], *state.settled))
    shortfall = chance.choice(("claim", "claim", "forgive"))
    if state.game.cards == "results":
        winner = chance.choice(("player", "banker", "tie"))
        return ev.CorrectRound(round=stood.number, winner=winner, shortfall=shortfall)
    cards: tuple[str, ...] = ()
    if state.game.records_real_cards and chance.random() < 0.7:
        cards = tuple(card.code for card in dealt_from(chance, 1))
    spots: tuple[ev.Spot, ...] = ()
    if stood.wagers and (not cards or chance.random() < 0.4):
        few = chance.sample(stood.wagers, min(len(stood.wagers), chance.randint(1, 3)))
        spots = tuple(
            ev.Spot(w.id, w.bet, chance.choice((0, w.amount // 2 // UNIT * UNIT))) for w in few
        )
    return ev.CorrectRound(round=stood.number, cards=cards, spots=spots, shortfall=shortfall)


def _limits(world: World) -> ev.ChangeLimits:
    game, chance = world.state.game, world.chance
    most = chance.choice((MAINS[1], MAINS[1] + 1_000))
    limits = tuple(
        ev.Limit(bet, *((MAINS[0], most) if bet in game.mains else SIDES)) for bet in game.limits
    )
    return ev.ChangeLimits(
        limits=limits,
        cover_min=game.cover_min,
        cover_max=game.cover_max,
        aggregate=chance.choice((None, 200_000)),
        differential=chance.choice((None, 15_000)),
    )


def _terms(world: World) -> ev.ChangeTerms:
    """Other terms, one or some of them: mostly such as a table of this game may go by."""
    game, chance = world.state.game, world.chance
    banked = game.sheet.is_house_banked
    sheet = sheet_of(chance, game_of(world.seed) if chance.random() < 0.95 else "deq-ez")
    fees = None if banked else fees_of(chance)
    wishes: dict[str, object] = {
        "clock": chance.choice((None, 9_000, 15_000, 0)),
        "back_line": chance.choice((0, 1, 2)),
        "break_ms": chance.choice((60_000, 900_000)),
        "offer_ms": chance.choice((None, 20_000)),
        "languages": chance.choice(((), ("en",), ("en", "vi"))),
        "aggregate": chance.choice((None, 200_000)),
        "decks": chance.choice(game.sheet.decks),
        "rotation": "" if banked else form_of(policy_of(chance)),
        "schedule": form_of(at_table(fees, *MAINS, game.sheet)) if fees else "",
        "sheet": form_of(sheet),
    }
    names = chance.sample(sorted(wishes), chance.choice((1, 1, 2)))
    said = {name: wishes[name] for name in names}
    if "sheet" in said:
        said["limits"] = limits(sheet)
    return ev.ChangeTerms(ev.Terms(**said))  # type: ignore[arg-type]
