"""A shoe that is played until what is left of it is good for one bonus bet, card by card."""

from msgspec.structs import replace

from puntobanco.cards import parse_cards
from puntobanco.table import commands as cm
from tests.house.houses import House
from tests.table.playing import opening, small

# All eights and nines go first, then fives, twos and aces: Dragon 7 lives on what is left.
ROUNDS = (
    "9C 8C 9D 8D",
    "9H 8H 9S 8S",
    "5C 2C 3C 2D",
    "5D 2H 3D 2S",
    "5H AC 3H AD",
)
LATE = "7C KC AH KD"  # a natural for the Player


def plant(house: House, *patrons: str) -> None:
    """Open a table of typed cards, seat people and play until the shoe is rich."""
    house.done(replace(opening(small(burn="none")), cards="typed"))
    house.enrol(*patrons)
    for place, patron in enumerate(patrons, 1):
        house.done(cm.TakeSeat(patron=patron, place=place, buy_in=100_000))
    house.done(cm.StartShoe(lot="A-1", receipt="R-1"))
    house.done(cm.CutShoe(depth=26))
    for cards in ROUNDS:
        play_round(house, cards)


def play_round(house: House, cards: str, *wagers: tuple[str, str, int]) -> None:
    """Bet, deal these cards and settle."""
    house.done(cm.OpenBetting())
    for patron, bet, amount in wagers:
        house.done(house.wager(patron, bet, amount))
    house.done(cm.CloseBetting())
    for card in parse_cards(cards):
        position = house.live.state.require_shoe.next_position
        house.done(cm.DealCard(position=position, card=card.code, source="keyed"))
    house.done(cm.Settle())
