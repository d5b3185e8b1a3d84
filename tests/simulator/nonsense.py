"""What makes no sense, or not now: any command, with any values, from anybody."""

from typing import Any, Final, get_args

from puntobanco.house.roles import Role
from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from tests.simulator.asking import DEALER, SUPERVISORS, Act, signed
from tests.simulator.tables import opening
from tests.simulator.world import PATRONS, PROVIDERS, World

COMMANDS: Final = tuple(kind for kind in get_args(cm.AnyCommand) if kind is not cm.OpenTable)
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "patron": (*PATRONS, "nobody"),
    "place": (0, 1, 2, 3, 7, 8, 14, 99),
    "amount": (0, -100, 1, 100, 500, 2_500, 9_900, 50_000, 10**12, 10**12 + 100),
    "buy_in": (0, 1, 100, 10_000, 10**9),
    "cover": (0, 1, 5_000, 10_000, 10**9),
    "bet": ("player", "banker", "tie", "dragon-7", "super-tie", "lucky-7", "nothing"),
    "line": ("front", "back", "back", "middle"),
    "kind": ("patron", "third-party", "ghost"),
    "card": ("AS", "TD", "9H", "1X", ""),
    "position": (0, 1, 40, 155, 999),
    "source": ("shoe", "scanned", "keyed", "rescanned", "dreamt"),
    "sequence": (None, 0, 5),
    "number": (0, 1, 2, 99),
    "handling": ("", "burn", "void", "dance"),
    "step": ("opened", "verified", "shuffled", "sung"),
    "depth": (0, 9, 10, 80, 9_999),
    "rest": (0, 14, 40, -1),
    "winner": ("player", "banker", "tie", "nobody"),
    "marks": ((), ("N8",), ("x",)),
    "remaining": (None, 700),
    "cut_card": (None, 0, 14, 9_999),
    "lot": ("", "L9"),
    "receipt": ("", "R9"),
    "prepared": (True, False),
    "box": ("1", "2", "", "a:b"),
    "commitment": ("", "c"),
    "hand": (0, 1, 2, 21),
    "hands": (None, 0, 1, 3),
    "shoe": (1, 2, 3),
    "burn": ("", "9H", "?"),
    "cards": ((), ("9", "7", "KH", "KD"), ("AS", "2C")),
    "is_free": (True, False),
    "matter": (
        ev.VoidRound(),
        ev.CorrectRound(round=0),
        ev.CorrectRound(round=1, shortfall="laugh"),
        ev.CorrectRound(round=1, cards=("AS", "AS", "AS")),
        ev.Irregularity(kind="late-wager"),
        ev.Irregularity(kind="tally-wrong", handling="dance"),
        ev.Irregularity(kind="earthquake"),
        ev.Irregularity(kind="orphan-side-bet", wager="none"),
        ev.ChangeLimits(limits=()),
        ev.ChangeTerms(ev.Terms()),
        ev.ChangeTerms(ev.Terms(paced="never", sheet="{}")),
    ),
    "languages": ((), ("en",)),
    "decks": (None, 6, 8),
}
ROLES: Final = tuple(Role)


def nonsense(world: World) -> Act:
    """One such command."""
    chance, state = world.chance, world.state
    if chance.random() < 0.03:
        return Act(opening(chance, world.seed), SUPERVISORS[0], Role.SUPERVISOR)
    kind = chance.choice(COMMANDS)
    fields: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name == "hands" and kind is not cm.LimitHands:
            fields[name] = chance.choice((0, 1, 3))
        elif name == "round":
            fields[name] = state.round_number + chance.choice((0, 0, -1, 1))
        elif name in VALUES:
            fields[name] = chance.choice(VALUES[name])
        elif name != "by":
            fields[name] = chance.choice(("", "words"))
    command = kind(**fields, **({"by": ""} if "by" in kind.__struct_fields__ else {}))
    actor, role = _somebody(world, command)
    return Act(signed(command, actor), actor, role)


def _somebody(world: World, command: cm.AnyCommand) -> tuple[str, Role]:
    """Mostly who may ask it at all, so that it is looked at."""
    chance = world.chance
    if chance.random() < 0.2:
        return chance.choice((*PATRONS, *PROVIDERS, DEALER, "cash")), chance.choice(ROLES)
    if isinstance(command, cm.ForsakeShoes):
        return "house", Role.HOUSE
    if isinstance(command, cm.DealCard | cm.Burn | cm.StartShoe):
        return chance.choice((("house", Role.HOUSE), (DEALER, Role.DEALER)))
    patron = getattr(command, "patron", None)
    if patron:
        return patron, Role.PATRON
    return chance.choice(
        ((DEALER, Role.DEALER), (SUPERVISORS[0], Role.SUPERVISOR), ("house", Role.HOUSE))
    )
