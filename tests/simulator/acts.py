"""What makes sense to do: a dealer who goes on, patrons who play, a floor that looks after them."""

from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.irregular import TABLE as IRREGULARITIES
from puntobanco.table.irregular import phase_of
from puntobanco.table.shoes import STEPS
from puntobanco.table.state import TableState
from tests.simulator.tables import MAINS, SIDES, UNIT, opening
from tests.simulator.world import PATRONS, PROVIDERS, World
from tests.strategies import dealt_from

DEALER: Final = "dealer"
SUPERVISORS: Final = ("sue", "sid")
BUY_INS: Final = (2_500, 5_000, 10_000, 30_000, 100_000, 100_000, 400_000)
ANY_TIME: Final = 5  # phases of a row that can be whenever
CROWD: Final = 6  # so many are at the table, if they are there


@dataclass(frozen=True)
class Act:
    """Somebody asks something."""

    command: cm.AnyCommand
    actor: str
    role: Role


def dealer(world: World) -> Act | None:
    """The next step of the game, whoever's it is."""
    state, chance = world.state, world.chance
    if state.setup is None:
        early = (cm.OpenBetting(), cm.Settle(), cm.EndShoe())
        now = opening(chance, world.seed) if chance.random() < 0.8 else chance.choice(early)
        return Act(now, "house", Role.HOUSE)
    stopped = state.suspended is not None or state.dealership.broken
    if stopped and state.round is None and chance.random() < 0.5:
        return by_floor(cm.ResumeTable(by=""), chance)
    if state.has_stopped() and chance.random() < 0.8:
        return ruling(world)
    if state.shoe is None:
        return _bring_shoe(world)
    if not state.shoe.is_ready:
        return _prepare(world)
    if state.game.cards == "results" and chance.random() < 0.5:
        return _track(world)
    return _between(world) if state.round is None else _in_round(world)


def _track(world: World) -> Act:
    """A dealer enters hands whole, or a supervisor puts right what was entered."""
    state, chance = world.state, world.chance
    count = len(state.require_shoe.coups)
    by, hand = chance.choice((DEALER, *SUPERVISORS)), chance.randint(1, count + 1)
    winner: str | None = chance.choice(("player", "banker", "tie"))
    cards: tuple[str, ...] = ()
    if chance.random() < 0.4:
        winner, whole = None, chance.random() < 0.6
        cards = tuple(c.code if whole else c.code[0] for c in dealt_from(chance, 1))
    entry: cm.AnyCommand = cm.EnterHand(
        by=by, hand=count + 1, winner=winner, cards=cards, is_free=chance.random() < 0.1
    )
    wishes: tuple[cm.AnyCommand, ...] = (
        *[entry] * 8,
        cm.UndoHand(by=by, hand=count),
        cm.ChangeHand(by=by, hand=hand, hands=count, winner=winner, cards=cards),
        cm.InsertHand(by=by, hand=hand, hands=count, winner=winner, cards=cards),
        cm.DeleteHand(by=by, hand=hand, hands=count),
        cm.NewShoe(by=by, shoe=state.shoe_number + 1, burn=chance.choice(("", "9H"))),
        cm.TakeShoeBack(by=by),
        cm.MarkCutCard(by=by),
        cm.LimitHands(by=by, hands=chance.choice((None, 20))),
    )
    role = Role.DEALER if by == DEALER else Role.SUPERVISOR
    return Act(chance.choice(wishes), by, role)


def _in_round(world: World) -> Act:
    state, chance = world.state, world.chance
    if state.game.records_real_cards and chance.random() < 0.04:
        report = cm.Propose(by=DEALER, reason="it happened", matter=_irregularity(world))
        return Act(report, DEALER, Role.DEALER)
    match state.require_round.phase:
        case "betting" if chance.random() < 0.88 and state.racks and state.game.takes_wagers:
            return _wager(world, _bettor(world))
        case "betting" if chance.random() < 0.9:
            return by_house(cm.CloseBetting(), state)
        case "betting":
            return by_house(cm.PauseBetting(), state)
        case "paused":
            return by_house(chance.choice((cm.ResumeBetting(), cm.CloseBetting())), state)
        case "dealing":
            return _deal(world)
        case _:
            return by_house(cm.Settle(), state)


def _bettor(world: World) -> str:
    """Somebody at the table, seldom the player-dealer."""
    who = world.chance.choice(sorted(world.state.racks))
    if who == world.state.player_dealer and world.chance.random() < 0.9:
        return world.chance.choice(sorted(world.state.racks))
    return who


def patron(world: World) -> Act | None:
    """Something that one of the patrons wants."""
    state, chance = world.state, world.chance
    here = sorted(state.racks)
    if state.setup is None:
        return None
    if len(here) < CROWD or chance.random() < 0.05:
        return _come(world, _newcomer(world))
    who = chance.choice(here)
    betting = state.round is not None and state.round.phase == "betting"
    if betting and state.game.takes_wagers and chance.random() < 0.9:
        return _wager(world, _bettor(world))
    wishes: tuple[cm.AnyCommand, ...] = (
        *(cm.BuyIn(patron=who, amount=chance.choice(BUY_INS)) for _ in range(4)),
        *(cm.CashOut(patron=who, amount=_some(chance, state.racks[who])) for _ in range(3)),
        cm.LeaveSeat(patron=who),
        cm.TakeBreak(patron=who),
        *(cm.ComeBack(patron=chance.choice([*sorted(state.breaks), who])) for _ in range(3)),
        cm.GiveUpPlayerDealer(patron=state.player_dealer or who),
        *(_post(world, state.player_dealer or who) for _ in range(2)),
    )
    return by_patron(chance.choice(wishes))


def _newcomer(world: World) -> str:
    """Somebody who is not here yet, or has a second place perhaps."""
    chance = world.chance
    debtors = [claim.debtor for claim in world.state.claims.values()]
    if debtors and chance.random() < 0.3:
        return chance.choice(debtors)
    everybody = (*PATRONS, *PROVIDERS[: chance.choice((1, 1, 2))])
    away = [who for who in everybody if who not in world.state.racks]
    return chance.choice(away if away and chance.random() < 0.8 else everybody)


def _post(world: World, who: str) -> cm.PostCover:
    return cm.PostCover(patron=who, amount=_cover(world, who))


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
            return _come(world, claim.debtor)
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
    held = _some(chance, state.racks.get(who, 0))
    wishes: tuple[cm.AnyCommand, ...] = (
        cm.HoldAmount(by="", patron=who, amount=held, reason="?"),
        *(cm.ChangeBox(box=box) for box in "123"),
        cm.SuspendTable(by="", reason="a fault"),
        cm.ResumeTable(by=""),
        cm.CloseTable(),
        cm.EndShoe(),
    )
    return by_floor(chance.choice(wishes), chance)


def ruling(world: World) -> Act | None:
    """A supervisor speaks on something that was proposed."""
    state, chance = world.state, world.chance
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


def by_patron(command: cm.AnyCommand) -> Act:
    """Let the patron of a command ask it himself."""
    return Act(command, getattr(command, "patron", None) or PATRONS[0], Role.PATRON)


def by_floor(command: cm.AnyCommand, chance: Random) -> Act:
    """Let a supervisor ask something."""
    name = chance.choice(SUPERVISORS)
    return Act(signed(command, name), name, Role.SUPERVISOR)


def by_house(command: cm.AnyCommand, state: TableState) -> Act:
    """Let who deals ask something: the software, or the dealer of real cards."""
    if state.setup is None or state.setup.cards == "software":
        return Act(signed(command, "house"), "house", Role.HOUSE)
    return Act(signed(command, DEALER), DEALER, Role.DEALER)


def signed(command: cm.AnyCommand, name: str) -> cm.AnyCommand:
    """Fill in who acts, as the house does from the sign-in."""
    return replace(command, by=name) if "by" in command.__struct_fields__ else command


def true_card(world: World, position: int) -> str:
    """The card at a position, or another where the record says that there is none of it left."""
    state, chance = world.state, world.chance
    shoe = state.require_shoe
    if shoe.aside and (aside := shoe.aside[0]).card is not None and aside.position == position:
        return aside.card.code
    decks = state.game.decks
    card = world.pack[position % len(world.pack)]
    while shoe.seen.get(card, 0) >= decks:
        card = chance.choice(world.pack)
    return card


def _bring_shoe(world: World) -> Act:
    state, chance = world.state, world.chance
    if chance.random() < 0.05:
        return by_house(cm.EndShoe(), state)
    if state.uncounted is not None and chance.random() < 0.7:
        if state.miscounted_by:
            return by_floor(cm.ClearShoe(by=""), chance)
        rest = state.uncounted + chance.choice((0, 0, 0, 1))
        return by_house(cm.CountShoe(by="", rest=rest), state)
    cards = 52 * state.game.decks
    cut = chance.choice((None, cards - 50, cards - 50, cards - 90))
    if state.game.cards == "software":
        return by_house(cm.StartShoe(commitment=f"{chance.random()}", cut_card=cut), state)
    ready = chance.random() < 0.6
    return by_house(
        cm.StartShoe(cut_card=cut, lot="L1", receipt="R1" if ready else "", prepared=ready), state
    )


def _prepare(world: World) -> Act:
    state, chance = world.state, world.chance
    shoe = state.require_shoe
    if shoe.prepared is None:
        return by_house(cm.Burn(card=true_card(world, 0)), state)
    if shoe.prepared != STEPS[-1]:
        step = STEPS[STEPS.index(shoe.prepared) + 1] if shoe.prepared else STEPS[0]
        by = chance.choice((DEALER, "other-dealer"))
        return Act(cm.StepShoe(by=by, step=step), by, Role.DEALER)
    if shoe.cutter is None and state.places and chance.random() < 0.5:
        return by_house(cm.OfferCut(place=chance.choice(sorted(state.places))), state)
    depth = chance.choice((9, 10, 60, 52 * state.game.decks - 10))
    if shoe.cutter and chance.random() < 0.7:
        return by_patron(cm.CutShoe(depth=depth, patron=shoe.cutter))
    return by_house(cm.CutShoe(depth=depth), state)


def _between(world: World) -> Act | None:
    state, chance = world.state, world.chance
    shoe = state.require_shoe
    long = state.game.cards == "results" and len(shoe.coups) > 20
    if shoe.is_over or long:
        return by_house(cm.EndShoe() if chance.random() < 0.7 else cm.OpenBetting(), state)
    if shoe.free_hand_due or chance.random() < 0.01:
        free = chance.random() < 0.4
        return by_house(cm.OpenFreeHand() if free else cm.OpenBetting(), state)
    if not state.places and chance.random() < 0.25:
        return _come(world, _newcomer(world))
    offer, turn = state.dealership.offer, state.dealership.turn
    if offer is not None:
        if chance.random() < 0.7:
            cover = _cover(world, offer.patron)
            return by_patron(cm.AcceptPlayerDealer(patron=offer.patron, cover=cover))
        if chance.random() < 0.8:
            return by_patron(cm.DeclinePlayerDealer(patron=offer.patron))
        return by_house(cm.PassOffer(), state)
    policy = state.game.rotation
    if policy and state.game.takes_wagers:
        due = turn is None or turn.hands - turn.offered >= policy.offer_every_hands
        if chance.random() < (0.97 if due else 0.02):
            return by_house(cm.OfferPlayerDealer(), state)
    return by_house(cm.OpenBetting(), state)


def _deal(world: World) -> Act:
    state, chance = world.state, world.chance
    shoe = state.require_shoe
    if state.game.cards == "results":
        winner = chance.choice(("player", "banker", "tie"))
        return by_house(cm.EnterResult(winner=winner, marks=()), state)
    position = shoe.next_position
    card = true_card(world, position)
    if state.game.cards != "software" and chance.random() < 0.05:
        gone = [code for code, many in shoe.seen.items() if many >= state.game.decks]
        card = chance.choice(gone or world.pack)  # somebody typed another one
    source = {"software": "shoe", "typed": "keyed", "scanned": "scanned"}[state.game.cards]
    if source == "scanned" and chance.random() < 0.1:
        source = "keyed"
    command = cm.DealCard(position=position, card=card, source=source)
    if source == "scanned":
        last = shoe.scans.get("eye", 0)
        again = chance.random() < 0.02
        command = cm.DealCard(
            position=position,
            card=card,
            source=source,
            device="eye",
            sequence=last if again else last + 1,
        )
    elif source == "keyed":
        second = chance.choice(("sue", "sue", "", DEALER))
        command = cm.DealCard(position=position, card=card, source=source, confirmed=second)
    return by_house(command, state)


def _come(world: World, who: str) -> Act:
    state, chance = world.state, world.chance
    amount = chance.choice(BUY_INS)
    place = chance.randint(1, state.game.places)
    if state.places and chance.random() < 0.3:
        place = chance.choice(sorted(state.places))
        return by_patron(cm.StandBehind(patron=who, place=place, buy_in=amount))
    free = [at for at in range(1, state.game.places + 1) if at not in state.places]
    kind = "third-party" if who in PROVIDERS else "patron"
    place = chance.choice(free) if free else place
    return by_patron(cm.TakeSeat(patron=who, place=place, buy_in=amount, kind=kind))


def _wager(world: World, who: str) -> Act:
    state, chance = world.state, world.chance
    place, line = chance.choice(state.positions_of(who))
    if chance.random() < 0.01:
        place = chance.choice(sorted(state.places) or [1])
    bets = sorted(state.game.limits)
    held = {w.bet for w in state.round.of(who)} if state.round else set()
    mains = sorted(state.game.mains)
    bet = chance.choice(bets if held else [*mains, *mains, *mains, *bets])
    least, most = MAINS if bet in mains else SIDES
    within = max(least, min(most, state.racks[who])) // UNIT * UNIT
    amount = chance.choice(
        (
            least,
            *(chance.randrange(least, within + 1, UNIT) for _ in range(6)),
            within,
            within,
            0,
            chance.choice((least - UNIT, most + UNIT, least + 1, state.racks[who])),
        )
    )
    if chance.random() < 0.005:
        bet = "the-moon"
    wager = cm.SetWager(
        patron=who, place=place, bet=bet, amount=amount, round=state.round_number, line=line
    )
    if state.game.cards != "software" and chance.random() < 0.3:
        return Act(wager, DEALER, Role.DEALER)
    return by_patron(wager)


def _part(world: World, claim: ev.Claim) -> int:
    """What a debtor can pay of a claim, or a little too much."""
    rack = world.state.racks.get(claim.debtor, 0)
    return world.chance.choice((min(rack, claim.amount), claim.amount, claim.amount + 1))


def _cover(world: World, who: str) -> int:
    """A cover: usual, small, all there is, or out of bounds."""
    chance, rack = world.chance, world.state.racks.get(who, 0)
    least = world.state.game.cover_min
    usual = (min(rack // 2, 100_000) // UNIT * UNIT, least, least)
    odd = (0, least - UNIT, rack, rack // UNIT * UNIT, 100_000 + UNIT, least + 1)
    return chance.choice(usual) if chance.random() < 0.8 else chance.choice(odd)


def _some(chance: Random, rack: int) -> int:
    """Some of a rack, all of it, or more."""
    whole = rack // UNIT * UNIT
    part = chance.randrange(0, whole + UNIT, UNIT)
    return chance.choice((part, part, whole, whole, whole + UNIT, part + 1))


def _propose(world: World) -> Act:
    """A dealer or a supervisor proposes something, more often what can be."""
    state, chance = world.state, world.chance
    by = chance.choice((DEALER, *SUPERVISORS))
    real = state.game.cards in {"typed", "scanned"}
    matters: list[ev.AnyMatter] = [
        *(_irregularity(world) for _ in range(6 if real else 2)),
        *(_correction(world) for _ in range(3)),
        _limits(world),
    ]
    if state.round is not None:
        matters.append(ev.VoidRound(refund_fees=chance.random() < 0.5))
    matter = chance.choice(matters)
    if isinstance(matter, ev.ChangeLimits) and by == DEALER:
        by = SUPERVISORS[0]
    role = Role.DEALER if by == DEALER else Role.SUPERVISOR
    return Act(cm.Propose(by=by, reason="it happened", matter=matter), by, role)


def _irregularity(world: World) -> ev.Irregularity:
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
