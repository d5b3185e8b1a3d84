"""A coup from its cards in the order dealt, and the outcome classes of 1.1."""

from dataclasses import dataclass

from tests.oracle.cards import Card, is_red, points, total


class WrongCoupError(Exception):
    """Cards that make no coup."""


class TooFewCardsError(WrongCoupError):
    """The coup is not finished: somebody must still draw."""


class TooManyCardsError(WrongCoupError):
    """The coup was finished before the last card."""


@dataclass(frozen=True)
class Facts:
    """What 1.1 says that a settlement must recognise in a finished coup, and nothing else."""

    result: str
    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    natural: bool
    dragon_7: bool
    panda_8: bool
    six_card: bool
    one_colour: bool
    player_pair: str
    banker_pair: str


def player_must_draw(player_two: int, banker_two: int) -> bool:
    """CORE-3 first (a natural ends it), then CORE-4: draws on 0 to 5, stands on 6 and 7."""
    if player_two in {8, 9} or banker_two in {8, 9}:
        return False
    return player_two in {0, 1, 2, 3, 4, 5}


def banker_must_draw(player_two: int, banker_two: int, third: int | None) -> bool:
    """CORE-3, CORE-5 when Player stood, CORE-6 when Player drew a card of value `third`."""
    if player_two in {8, 9} or banker_two in {8, 9}:
        return False
    if third is None:
        return banker_two in {0, 1, 2, 3, 4, 5}
    if banker_two in {0, 1, 2}:
        return True
    if banker_two == 3:
        return third != 8
    if banker_two == 4:
        return third in {2, 3, 4, 5, 6, 7}
    if banker_two == 5:
        return third in {4, 5, 6, 7}
    if banker_two == 6:
        return third in {6, 7}
    return False


def deal(dealt: list[Card]) -> tuple[list[Card], list[Card]]:
    """CORE-2: Player, Banker, Player, Banker, then thirds as CORE-3 to CORE-7; exactly a coup."""
    if len(dealt) < 4:
        raise TooFewCardsError
    rest = list(dealt)
    player = [rest.pop(0)]
    banker = [rest.pop(0)]
    player.append(rest.pop(0))
    banker.append(rest.pop(0))
    player_two = total(player)
    banker_two = total(banker)
    third = None
    if player_must_draw(player_two, banker_two):
        if not rest:
            raise TooFewCardsError
        player.append(rest.pop(0))
        third = points(player[2])
    if banker_must_draw(player_two, banker_two, third):
        if not rest:
            raise TooFewCardsError
        banker.append(rest.pop(0))
    if rest:
        raise TooManyCardsError
    return player, banker


def faults(player: list[Card], banker: list[Card]) -> list[str]:
    """What is wrong with two recorded hands: a third card that is missing or that is one too many.

    A natural forbids both; Banker's duty follows from the third card that Player holds.
    """
    found = []
    player_two = total(player[:2])
    banker_two = total(banker[:2])
    third = points(player[2]) if len(player) == 3 else None
    if player_must_draw(player_two, banker_two) and len(player) == 2:
        found.append("player third card should exist")
    if not player_must_draw(player_two, banker_two) and len(player) == 3:
        found.append("player third card should not exist")
    if banker_must_draw(player_two, banker_two, third) and len(banker) == 2:
        found.append("banker third card should exist")
    if not banker_must_draw(player_two, banker_two, third) and len(banker) == 3:
        found.append("banker third card should not exist")
    return found


def result(player_total: int, banker_total: int) -> str:
    """CORE-8: the higher total wins; equal totals tie."""
    if player_total > banker_total:
        return "PLAYER_WIN"
    if banker_total > player_total:
        return "BANKER_WIN"
    return "TIE"


def pair_tier(first: Card, second: Card) -> str:
    """1.1, 1.5: none, mixed, same-colour or same-suit; a pair is two cards of identical rank."""
    if first.rank != second.rank:
        return "none"
    if first.suit == second.suit:
        return "same-suit"
    if is_red(first) == is_red(second):
        return "same-colour"
    return "mixed"


def is_dragon_7(player_total: int, banker_total: int, banker_cards: int) -> bool:
    """1.1: Banker wins with a total of 7 and three cards."""
    return result(player_total, banker_total) == "BANKER_WIN" and (
        banker_total == 7 and banker_cards == 3
    )


def is_panda_8(player_total: int, banker_total: int, player_cards: int) -> bool:
    """1.1: Player wins with a total of 8 and three cards."""
    return result(player_total, banker_total) == "PLAYER_WIN" and (
        player_total == 8 and player_cards == 3
    )


def facts(player: list[Card], banker: list[Card]) -> Facts:
    """1.1: the result and the flags of two finished hands."""
    ours = total(player)
    theirs = total(banker)
    all_six = player + banker
    red = [each for each in all_six if is_red(each)]
    return Facts(
        result=result(ours, theirs),
        player_total=ours,
        banker_total=theirs,
        player_cards=len(player),
        banker_cards=len(banker),
        natural=total(player[:2]) in {8, 9} or total(banker[:2]) in {8, 9},
        dragon_7=is_dragon_7(ours, theirs, len(banker)),
        panda_8=is_panda_8(ours, theirs, len(player)),
        six_card=len(player) == 3 and len(banker) == 3,
        one_colour=len(red) in {0, len(all_six)},
        player_pair=pair_tier(player[0], player[1]),
        banker_pair=pair_tier(banker[0], banker[1]),
    )


def facts_of(dealt: list[Card]) -> Facts:
    """The facts of a coup from its cards in the order dealt."""
    return facts(*deal(dealt))
