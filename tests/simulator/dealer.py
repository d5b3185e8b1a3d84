"""The dealer, who goes on: shoes, offers, rounds, cards, and shoes of results alone."""

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.table.shoes import STEPS
from tests.simulator.asking import (
    DEALER,
    SUPERVISORS,
    Act,
    by_floor,
    by_house,
    by_patron,
    true_card,
)
from tests.simulator.floor import irregularity, ruling
from tests.simulator.patrons import bettor, come, cover, newcomer, wager
from tests.simulator.tables import opening
from tests.simulator.world import World
from tests.strategies import dealt_from


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
        report = cm.Propose(by=DEALER, reason="it happened", matter=irregularity(world))
        return Act(report, DEALER, Role.DEALER)
    match state.require_round.phase:
        case "betting" if chance.random() < 0.88 and state.racks and state.game.takes_wagers:
            return wager(world, bettor(world))
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
        return come(world, newcomer(world))
    offer, turn = state.dealership.offer, state.dealership.turn
    if offer is not None:
        if chance.random() < 0.7:
            amount = cover(world, offer.patron)
            return by_patron(cm.AcceptPlayerDealer(patron=offer.patron, cover=amount))
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
