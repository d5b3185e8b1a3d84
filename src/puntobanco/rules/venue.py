"""Reading the room's choices: the ``venue`` of a sheet, or a table's own."""

from __future__ import annotations

from typing import Final

from puntobanco.rules.reader import Reader
from puntobanco.rules.rotation import PRESETS
from puntobanco.rules.sheet import Cover, ShoeRules, Venue

VENUE_KEYS: Final = (
    "opposite_mains",
    "second_place",
    "cover",
    "rotation",
    "collection",
    "shoe",
    "irregularities",
)
POLICIES: Final = ("running", "gross", "collect-then-pay")
WIN_CAPS: Final = ("continue", "halt")
ROTATIONS: Final = tuple(PRESETS)
IRREGULARITIES: Final = ("burn", "keep", "free-hand")
BURNS: Final = ("first-card", "none")
LEAST_CUT: Final = {"current": 5, "one-more": 11, "one-more-or-two": 12}  # rules.md 4.1
MOST_CUT: Final = 208


def read_venue(table: Reader, default: Venue = Venue()) -> Venue:  # noqa: B008 - a frozen record
    """Read the room's choices; absent ones keep their default."""
    table.only(*VENUE_KEYS)
    cover, shoe = table.table_at("cover"), table.table_at("shoe")
    cover.only("policy", "win_cap", "secondary")
    shoe.only("cut_card", "burn", "last")
    last = shoe.choice("last", LEAST_CUT, default.shoe.last)
    return Venue(
        opposite_mains=table.flag("opposite_mains", default.opposite_mains),
        second_place=table.flag("second_place", default.second_place),
        cover=Cover(
            cover.choice("policy", POLICIES, default.cover.policy),
            cover.choice("win_cap", WIN_CAPS, default.cover.win_cap),
            cover.flag("secondary", default.cover.secondary),
        ),
        rotation=table.choice("rotation", ROTATIONS, default.rotation),
        collection=table.ident("collection") if table.has("collection") else default.collection,
        shoe=ShoeRules(
            shoe.integer("cut_card", LEAST_CUT[last], MOST_CUT, default.shoe.cut_card),
            shoe.choice("burn", BURNS, default.shoe.burn),
            last,
        ),
        irregularities=table.choice("irregularities", IRREGULARITIES, default.irregularities),
    )
