"""What patrons want: to come and go, to bet, to bank."""

from typing import Final

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from tests.simulator.asking import DEALER, Act, by_patron, some
from tests.simulator.tables import MAINS, SIDES, UNIT
from tests.simulator.world import PATRONS, PROVIDERS, World

BUY_INS: Final = (2_500, 5_000, 10_000, 30_000, 100_000, 100_000, 400_000)
CROWD: Final = 6  # so many are at the table, if they are there


def patron(world: World) -> Act | None:
    """Something that one of the patrons wants."""
    state, chance = world.state, world.chance
    here = sorted(state.racks)
    if state.setup is None:
        return None
    if len(here) < CROWD or chance.random() < 0.05:
        return come(world, newcomer(world))
    who = chance.choice(here)
    betting = state.round is not None and state.round.phase == "betting"
    if betting and state.game.takes_wagers and chance.random() < 0.9:
        return wager(world, bettor(world))
    wishes: tuple[cm.AnyCommand, ...] = (
        *(cm.BuyIn(patron=who, amount=chance.choice(BUY_INS)) for _ in range(4)),
        *(cm.CashOut(patron=who, amount=some(chance, state.racks[who])) for _ in range(3)),
        cm.LeaveSeat(patron=who),
        cm.TakeBreak(patron=who),
        *(cm.ComeBack(patron=chance.choice([*sorted(state.breaks), who])) for _ in range(3)),
        cm.GiveUpPlayerDealer(patron=state.player_dealer or who),
        *(_post(world, state.player_dealer or who) for _ in range(2)),
    )
    return by_patron(chance.choice(wishes))


def bettor(world: World) -> str:
    """Somebody at the table, seldom the player-dealer."""
    who = world.chance.choice(sorted(world.state.racks))
    if who == world.state.player_dealer and world.chance.random() < 0.9:
        return world.chance.choice(sorted(world.state.racks))
    return who


def newcomer(world: World) -> str:
    """Somebody who is not here yet, or has a second place perhaps."""
    chance = world.chance
    debtors = [claim.debtor for claim in world.state.claims.values()]
    if debtors and chance.random() < 0.3:
        return chance.choice(debtors)
    everybody = (*PATRONS, *PROVIDERS[: chance.choice((1, 1, 2))])
    away = [who for who in everybody if who not in world.state.racks]
    return chance.choice(away if away and chance.random() < 0.8 else everybody)


def _post(world: World, who: str) -> cm.PostCover:
    return cm.PostCover(patron=who, amount=cover(world, who))


def come(world: World, who: str) -> Act:
    """Sit down, or stand behind somebody."""
    state, chance = world.state, world.chance
    amount = chance.choice(BUY_INS)
    kind = "third-party" if who in PROVIDERS else "patron"
    place = chance.randint(1, state.game.places)
    if state.places and chance.random() < 0.3:
        place = chance.choice(sorted(state.places))
        return by_patron(cm.StandBehind(patron=who, place=place, buy_in=amount, kind=kind))
    free = [at for at in range(1, state.game.places + 1) if at not in state.places]
    place = chance.choice(free) if free else place
    return by_patron(cm.TakeSeat(patron=who, place=place, buy_in=amount, kind=kind))


def wager(world: World, who: str) -> Act:
    """A wager of somebody at the table, mostly one that fits."""
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


def cover(world: World, who: str) -> int:
    """A cover: usual, small, all there is, or out of bounds."""
    chance, rack = world.chance, world.state.racks.get(who, 0)
    least = world.state.game.cover_min
    usual = (min(rack // 2, 100_000) // UNIT * UNIT, least, least)
    odd = (0, least - UNIT, rack, rack // UNIT * UNIT, 100_000 + UNIT, least + 1)
    return chance.choice(usual) if chance.random() < 0.8 else chance.choice(odd)
