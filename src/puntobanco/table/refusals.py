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
    NOT_ALLOWED = "not-allowed"
    NOT_YOUR_PLACE = "not-your-place"
    PLAYED_ELSEWHERE = "played-elsewhere"
    PIN_NEEDED = "pin-needed"
    WRONG_PIN = "wrong-pin"
    RATE_LIMITED = "rate-limited"
    SAME_ID_OTHER_BODY = "same-id-other-body"
    NO_SUCH_TABLE = "no-such-table"
    TABLE_CLOSED = "table-closed"
    TABLE_SUSPENDED = "table-suspended"
    WRONG_ROUND = "wrong-round"
    BETTING_NOT_OPEN = "betting-not-open"
    BETTING_CLOSED = "betting-closed"
    NO_PLAYER_DEALER = "no-player-dealer"
    PLAYER_DEALER_MAY_NOT_BET = "player-dealer-may-not-bet"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SUCH_PLACE = "no-such-place"
    PLACE_TAKEN = "place-taken"
    THIRD_PARTY_PRESENT = "third-party-present"
    WAGERS_ON_FELT = "wagers-on-felt"
    UNKNOWN_BET = "unknown-bet"
    BACK_LINE_NOT_ALLOWED = "back-line-not-allowed"
    BACK_LINE_FULL = "back-line-full"
    OPPOSITE_MAIN = "opposite-main"
    NEEDS_MAIN_WAGER = "needs-main-wager"
    FEE_NOT_PAID = "fee-not-paid"
    NOT_A_MULTIPLE_OF_THE_UNIT = "not-a-multiple-of-the-unit"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    ABOVE_BASE_WAGER = "above-base-wager"
    ABOVE_TABLE_AGGREGATE = "above-table-aggregate"
    ABOVE_DIFFERENTIAL = "above-differential"
    SELF_EXCLUDED = "self-excluded"
    REMINDER_DUE = "reminder-due"
    SELF_LIMIT = "self-limit"
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    NOT_ENOUGH_IN_WALLET = "not-enough-in-wallet"
    # What only the player-dealer, or who is to be one, can run into.
    NO_OFFER = "no-offer"
    NOT_THE_PLAYER_DEALER = "not-the-player-dealer"
    COVER_TOO_SMALL = "cover-too-small"
    COVER_TOO_LARGE = "cover-too-large"
    # What only the dealer and the floor can run into.
    TABLE_OPEN = "table-open"
    HOUSE_BANKED = "house-banked"
    OFFER_DUE = "offer-due"
    OFFER_STANDS = "offer-stands"
    OFFER_NOT_DUE = "offer-not-due"
    NOBODY_TO_OFFER = "nobody-to-offer"
    NO_COVER = "no-cover"
    PLAYER_DEALER_AWAY = "player-dealer-away"
    ROTATION_BROKEN = "rotation-broken"
    FREE_HAND_DUE = "free-hand-due"
    SHOE_IN_PLAY = "shoe-in-play"
    NO_SHOE = "no-shoe"
    SHOE_NOT_READY = "shoe-not-ready"
    SHOE_NOT_COUNTED = "shoe-not-counted"
    SHOE_OVER = "shoe-over"
    SHOE_NOT_OVER = "shoe-not-over"
    BAD_CUT = "bad-cut"
    ROUND_IN_PLAY = "round-in-play"
    ROUND_STOPPED = "round-stopped"
    CLOCK_OUT_OF_STEP = "clock-out-of-step"
    WRONG_HAND = "wrong-hand"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOT_THE_NEXT_CARD = "not-the-next-card"
    NO_SUCH_CARD_LEFT = "no-such-card-left"
    NEEDS_SECOND_PERSON = "needs-second-person"
    OTHER_KIND_OF_SHOE = "other-kind-of-shoe"
    NOTHING_TO_SETTLE = "nothing-to-settle"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    TOO_MANY_PROPOSALS = "too-many-proposals"
    OWN_PROPOSAL = "own-proposal"
    NOT_IN_THIS_STATE = "not-in-this-state"
    NO_SUCH_HANDLING = "no-such-handling"
    NO_SUCH_ROUND = "no-such-round"
    NOTHING_TO_CORRECT = "nothing-to-correct"
    NO_SUCH_BOX = "no-such-box"
    NO_SUCH_DISPUTE = "no-such-dispute"
    NO_SUCH_CLAIM = "no-such-claim"
    NOT_SUSPENDED = "not-suspended"
    OTHER_BANK = "other-bank"
    NOTHING_TO_CHANGE = "nothing-to-change"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A code and the numbers that its sentence names."""

    code: Code
    params: Mapping[str, object] = field(default_factory=dict)
