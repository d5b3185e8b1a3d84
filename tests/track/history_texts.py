"""The example of the reference, and a small history of a house bank, to be spoilt line by line."""

import re
from io import BytesIO
from pathlib import Path

from puntobanco.rules.catalogue import find
from puntobanco.track.history.check import check_history
from puntobanco.track.history.lines import HistoryError
from puntobanco.track.history.read import parse, read

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "history.md"

_FENCE = re.compile(r'```text title="shoe.txt"\n(.*?)```', re.DOTALL)


def example() -> str:
    """The example of the page: a player-dealer's shoe with a void round and a correction."""
    found = _FENCE.search(PAGE.read_text(encoding="utf-8"))
    assert found
    return found[1]


def house() -> str:
    """A shoe of a house bank: a round, one corrected, a free hand, and a shoe of results alone."""
    sheet = find("punto-banco")
    return f"""puntobanco-history 1
table t2 "Table 2"
rules punto-banco game={sheet.hash} venue={sheet.venue_hash}
terms decks=8 seats=7 unit=5 currency=EUR policy=running win-cap=continue \
rotation={sheet.venue.rotation} collection={sheet.venue.collection} people=left-out
shoe 7 software decks=8 cut-card=14 at=2026-04-01T12:00:00.000Z commitment=c0ffee
burn 2D unseen=2
aside 7C position=3 use=out why=face-up
round 12 hand=1 opened=2026-04-01T12:01:00.000Z
  wager a place=1 line=front patron=dee bet=player amount=100
  wager b place=2 line=front patron=eve bet=banker amount=200
  closed 2026-04-01T12:02:00.000Z
  cards 9S 4H KD 2C
  outcome P+n9
  settle b take collected=200
  settle a pay paid=100 returned=100
  settled 2026-04-01T12:03:00.000Z
correction k round=12 why=misread by=d approved=f
  cards 9S 4H KD 5C
  outcome T+n9
  reverse b take collected=200
  reverse a pay paid=100 returned=100
  settle a push returned=100
  settle b push returned=200
  moved patron=dee amount=-100 to=rack
  moved patron=eve amount=200 to=rack
  corrected 2026-04-01T12:04:00.000Z
free 13 hand=2 why=exposed-card at=2026-04-01T12:05:00.000Z
  cards 8S 4S KD 5D
  outcome B+n9
shoe-ended 2026-04-01T12:06:00.000Z
note pause text="the night" by=f at=2026-04-01T12:07:00.000Z
shoe 8 results decks=8 cut-card=14 at=2026-04-01T12:08:00.000Z
round 14 hand=1 opened=2026-04-01T12:09:00.000Z
  closed 2026-04-01T12:10:00.000Z
  outcome B
  settled 2026-04-01T12:11:00.000Z
end shoes=2 rounds=3
"""


def spoilt(text: str, old: str, new: str) -> str:
    """The text with one thing changed, which must be there."""
    assert old in text, old
    return text.replace(old, new, 1)


def unread(text: str) -> list[HistoryError]:
    """The faults of reading a text."""
    faults: list[HistoryError] = []
    list(read(BytesIO(text.encode()), faults))
    return faults


def refused(text: str) -> list[HistoryError]:
    """The faults of checking a text that can be read."""
    return check_history(parse(text), find)


def line_of(text: str, piece: str) -> int:
    """The number of the first line with a piece of text."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if piece in line)
