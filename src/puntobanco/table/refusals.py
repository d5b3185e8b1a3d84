"""Why a command is refused: named codes, in the order in which they are answered.

Shape, then who, then when, then what, then how much, then money: an answer never tells a
stranger about money.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Code(Enum):
    """A refusal; where several hold, the first of this list is answered."""

    MALFORMED = "malformed"
    NOT_SIGNED_IN = "not-signed-in"
    NOT_YOUR_PLACE = "not-your-place"
    RATE_LIMITED = "rate-limited"
    SAME_ID_OTHER_BODY = "same-id-other-body"
    NO_SUCH_TABLE = "no-such-table"
    TABLE_CLOSED = "table-closed"
    WRONG_ROUND = "wrong-round"
    BETTING_NOT_OPEN = "betting-not-open"
    BETTING_CLOSED = "betting-closed"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SUCH_PLACE = "no-such-place"
    PLACE_TAKEN = "place-taken"
    WAGERS_ON_FELT = "wagers-on-felt"
    UNKNOWN_BET = "unknown-bet"
    BACK_LINE_NOT_ALLOWED = "back-line-not-allowed"
    OPPOSITE_MAIN = "opposite-main"
    NEEDS_MAIN_WAGER = "needs-main-wager"
    NOT_A_MULTIPLE_OF_THE_UNIT = "not-a-multiple-of-the-unit"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    ABOVE_BASE_WAGER = "above-base-wager"
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    NOT_ENOUGH_IN_WALLET = "not-enough-in-wallet"
    # What only the dealer can run into.
    TABLE_OPEN = "table-open"
    SHOE_IN_PLAY = "shoe-in-play"
    NO_SHOE = "no-shoe"
    SHOE_OVER = "shoe-over"
    SHOE_NOT_OVER = "shoe-not-over"
    ROUND_IN_PLAY = "round-in-play"
    NOT_THE_NEXT_CARD = "not-the-next-card"
    NOTHING_TO_SETTLE = "nothing-to-settle"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A code and the numbers that its sentence names."""

    code: Code
    params: Mapping[str, object] = field(default_factory=dict)
