"""What happens to each bet of each of the six games on a finished coup (1.2 to 1.5, 1.8)."""

from typing import NamedTuple

from tests.oracle.coup import Facts


class Ruling(NamedTuple):
    """Pay, take or push; a pay with its odds to one as numerator and denominator."""

    verdict: str
    numerator: int = 0
    denominator: int = 1


TAKE = Ruling("take")
PUSH = Ruling("push")
EVEN = Ruling("pay", 1)

EZ_BETS = ("player", "banker", "tie", "dragon-7", "panda-8")

BETS = {
    "deq-ez": EZ_BETS,
    "ca-ez-panda8": EZ_BETS,
    "parkwest-ez": EZ_BETS,
    "parkwest-ez-tie7-push": EZ_BETS,
    "parkwest-21c": (
        "player",
        "banker",
        "player-pair",
        "banker-pair",
        "lucky-7",
        "super-tie",
    ),
    "punto-banco": ("player", "banker", "tie", "player-pair", "banker-pair"),
}


def player_line(coup: Facts) -> Ruling:
    """1.2, 1.5, 1.8: Player is the same bet in every game."""
    if coup.result == "PLAYER_WIN":
        return EVEN
    if coup.result == "TIE":
        return PUSH
    return TAKE


def ez_banker(coup: Facts) -> Ruling:
    """1.2 with GAP-3.1: Banker pushes on its three-card 7, and is paid in full otherwise."""
    if coup.dragon_7:
        return PUSH
    if coup.result == "BANKER_WIN":
        return EVEN
    if coup.result == "TIE":
        return PUSH
    return TAKE


def plain_tie(coup: Facts) -> Ruling:
    """1.2, 1.8: Tie never pushes."""
    if coup.result == "TIE":
        return Ruling("pay", 8)
    return TAKE


def dragon_7(coup: Facts) -> Ruling:
    """1.2: loses on every other result, ties included (GAP-2.5)."""
    if coup.dragon_7:
        return Ruling("pay", 40)
    return TAKE


def panda_8(coup: Facts) -> Ruling:
    """1.2: loses on every other result, ties included (GAP-2.5)."""
    if coup.panda_8:
        return Ruling("pay", 25)
    return TAKE


def ez(bet: str, coup: Facts) -> Ruling:
    """1.2, and by reference 1.3 and 1.4: the five bets of EZ Baccarat."""
    if bet == "player":
        return player_line(coup)
    if bet == "banker":
        return ez_banker(coup)
    if bet == "tie":
        return plain_tie(coup)
    if bet == "dragon-7":
        return dragon_7(coup)
    if bet == "panda-8":
        return panda_8(coup)
    raise KeyError(bet)


def ez_tie_7_push(bet: str, coup: Facts) -> Ruling:
    """1.4 in the other reading of GAP-0.2: on a 7-7 tie the Tie bet pushes as the mains do."""
    if bet == "tie" and coup.result == "TIE" and coup.player_total == 7:
        return PUSH
    return ez(bet, coup)


def pair_21c(tier: str) -> Ruling:
    """1.5 with GAP-0.7: the highest tier only; mixed 6, same colour 12, same suit 25."""
    if tier == "same-suit":
        return Ruling("pay", 25)
    if tier == "same-colour":
        return Ruling("pay", 12)
    if tier == "mixed":
        return Ruling("pay", 6)
    return TAKE


def super_tie(coup: Facts) -> Ruling:
    """1.5 with GAP-0.8, GAP-0.9: any tie wins; six cards and 6 to 9 by colours, else seven."""
    if coup.result != "TIE":
        return TAKE
    if coup.six_card and coup.player_total in {6, 7, 8, 9}:
        if coup.one_colour:
            return Ruling("pay", 100)
        return Ruling("pay", 25)
    return Ruling("pay", 7)


def banker_21c(coup: Facts) -> Ruling:
    """1.5: a three-card 7 is paid; every tie pushes but 7-7, which loses (GAP-0.4)."""
    if coup.result == "BANKER_WIN":
        return EVEN
    if coup.result == "TIE" and coup.banker_total == 7:
        return TAKE
    if coup.result == "TIE":
        return PUSH
    return TAKE


def lucky_7(coup: Facts) -> Ruling:
    """1.5 with GAP-0.10: any tie on 7, whatever the number of cards."""
    if coup.result == "TIE" and coup.player_total == 7:
        return Ruling("pay", 45)
    return TAKE


def twenty_first_century(bet: str, coup: Facts) -> Ruling:
    """1.5: the six bets of 21st Century Baccarat."""
    if bet == "player":
        return player_line(coup)
    if bet == "banker":
        return banker_21c(coup)
    if bet == "player-pair":
        return pair_21c(coup.player_pair)
    if bet == "banker-pair":
        return pair_21c(coup.banker_pair)
    if bet == "lucky-7":
        return lucky_7(coup)
    if bet == "super-tie":
        return super_tie(coup)
    raise KeyError(bet)


def classic_banker(coup: Facts) -> Ruling:
    """1.8: even money less 5 %, which is 19 to 20."""
    if coup.result == "BANKER_WIN":
        return Ruling("pay", 19, 20)
    if coup.result == "TIE":
        return PUSH
    return TAKE


def any_pair(tier: str) -> Ruling:
    """1.8: any pair pays 11."""
    if tier != "none":
        return Ruling("pay", 11)
    return TAKE


def classic(bet: str, coup: Facts) -> Ruling:
    """1.8: the five bets of the classic game."""
    if bet == "player":
        return player_line(coup)
    if bet == "banker":
        return classic_banker(coup)
    if bet == "tie":
        return plain_tie(coup)
    if bet == "player-pair":
        return any_pair(coup.player_pair)
    if bet == "banker-pair":
        return any_pair(coup.banker_pair)
    raise KeyError(bet)


def verdict(game: str, bet: str, coup: Facts) -> Ruling:
    """The ruling on a bet of one of the six games; a bet that the game lacks is a KeyError."""
    if bet not in BETS[game]:
        raise KeyError(bet)
    if game == "parkwest-21c":
        return twenty_first_century(bet, coup)
    if game == "parkwest-ez-tie7-push":
        return ez_tie_7_push(bet, coup)
    if game == "punto-banco":
        return classic(bet, coup)
    return ez(bet, coup)
