"""How the position of player-dealer goes round: who is offered it, and when no round may start.

A policy is data (``rotations.toml``, or a room's own file). Times are milliseconds, given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Final

from puntobanco.rules.packaged import packaged_text
from puntobanco.rules.parse import parse_canonical, parse_toml
from puntobanco.rules.reader import Reader, Source

BREACHES: Final = ("none", "pause", "end-game")
HELD_TOO_LONG: Final = "held-too-long"
TOO_FEW_HOLDERS: Final = "too-few-holders"

_FORMAT: Final = 1
_MINUTE: Final = 60_000
_MOST: Final = 1000  # hands, rounds, patrons
_DAY: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class RotationPolicy:
    """A regime under which the position is offered and held (GAP-3.15)."""

    id: str
    name: str
    source: str
    offer_every_hands: int
    max_consecutive_hands: int | None = None
    may_keep_when_all_decline: bool = True
    third_party_may_follow_third_party: bool = True
    third_party_per_table_max: int | None = None
    window_minutes: int | None = None
    min_distinct_in_window: int = 0  # patrons other than third-party providers
    max_hold_minutes: int | None = None
    breach: str = "none"  # none | pause | end-game
    pause_minutes: int = 0
    eligible_after_rounds: int = 0

    @property
    def source_form(self) -> Mapping[str, object]:
        """The policy as plain values, from which it can be read again."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class Stint:
    """A time for which a patron held the position; without an end he holds it now."""

    patron: str
    third_party: bool
    start: int
    end: int | None = None


def load_policies(text: str, file: str) -> tuple[RotationPolicy, ...]:
    """Read the policies of a TOML file; SheetError names file, line, key and cure."""
    top = Reader(Source(file, text), (), parse_toml(text, file))
    if not top.has("rotation"):
        top.fail("rotation", "it is missing", f"write rotation = {_FORMAT}")
    top.integer("rotation", _FORMAT, _FORMAT, _FORMAT)
    top.only("rotation", "policy")
    tables = top.tables("policy")
    if not tables:
        top.fail("policy", "the file has no policy", "add a [[policy]]")
    policies: dict[str, RotationPolicy] = {}
    for table in tables:
        policy = _policy(table)
        if policy.id in policies:
            table.fail("id", f"the policy {policy.id!r} is there twice", "give it another id")
        policies[policy.id] = policy
    return tuple(policies.values())


def policy_from_canonical(
    form: bytes | str, name: str = "stored rotation policy"
) -> RotationPolicy:
    """Read a policy back from its canonical JSON."""
    source = Source(name)
    return _policy(Reader(source, (), parse_canonical(form, source)))


def _policy(table: Reader) -> RotationPolicy:
    table.only(*RotationPolicy.__dataclass_fields__)
    if not table.has("offer_every_hands"):
        table.fail("offer_every_hands", "it is missing", "add offer_every_hands = 2")
    policy = RotationPolicy(
        id=table.ident(),
        name=table.text("name"),
        source=table.text("source"),
        offer_every_hands=table.integer("offer_every_hands", 1, _MOST, 1),
        max_consecutive_hands=_maybe(table, "max_consecutive_hands", _MOST),
        may_keep_when_all_decline=table.flag("may_keep_when_all_decline", default=True),
        third_party_may_follow_third_party=table.flag(
            "third_party_may_follow_third_party", default=True
        ),
        third_party_per_table_max=_maybe(table, "third_party_per_table_max", _MOST, least=0),
        window_minutes=_maybe(table, "window_minutes", _DAY),
        min_distinct_in_window=table.integer("min_distinct_in_window", 0, _MOST, 0),
        max_hold_minutes=_maybe(table, "max_hold_minutes", _DAY),
        breach=table.choice("breach", BREACHES, "none"),
        pause_minutes=table.integer("pause_minutes", 0, _DAY, 0),
        eligible_after_rounds=table.integer("eligible_after_rounds", 0, _MOST, 0),
    )
    _check(table, policy)
    return policy


def _maybe(table: Reader, key: str, most: int, least: int = 1) -> int | None:
    return table.integer(key, least, most, least) if table.has(key) else None


def _check(table: Reader, policy: RotationPolicy) -> None:
    """Refuse terms that need each other and do not all stand there."""
    if (policy.window_minutes is None) != (policy.min_distinct_in_window == 0):
        reason = "a window and its least number of holders go together"
        table.fail("window_minutes", reason, "write window_minutes and min_distinct_in_window")
    has_terms = policy.window_minutes is not None or policy.max_hold_minutes is not None
    if has_terms and policy.breach == "none":
        table.fail(
            "breach", "nothing follows from a breach", 'write breach = "pause" or "end-game"'
        )
    if not has_terms and policy.breach != "none":
        reason = "there is nothing to break"
        table.fail("breach", reason, "add max_hold_minutes or window_minutes")
    if (policy.breach == "pause") != (policy.pause_minutes > 0):
        reason = "a pause and its minutes go together"
        table.fail("pause_minutes", reason, 'write breach = "pause" and pause_minutes')


PRESETS: Final[Mapping[str, RotationPolicy]] = {
    policy.id: policy for policy in load_policies(packaged_text("rotations"), "rotations.toml")
}


def candidates(  # noqa: PLR0913, PLR0917 - plain values, as a table's state holds them
    policy: RotationPolicy,
    places: Mapping[int, str],
    last_place: int | None,
    last_patron: str | None,
    last_was_third_party: bool,  # noqa: FBT001 - as above
    third_parties: frozenset[str],
    away: frozenset[str],
    rounds_played: Mapping[str, int],
    places_total: int,
    kept_rounds: int,
) -> tuple[int, ...]:
    """Give the places in the order in which the position is offered (GAP-3.15).

    Clockwise from the place after the last holder's, from place 1 where there was none; the last
    holder himself comes last, and only if the policy lets him go on. A patron with two places is
    asked once. ``kept_rounds`` are the hands that the last holder has had in a row. Where nobody
    has wagered often enough to be eligible, as at a fresh table, everybody is.
    """
    wagered = {patron: rounds_played.get(patron, 0) for patron in places.values()}
    enough = policy.eligible_after_rounds
    if all(rounds < enough for patron, rounds in wagered.items() if patron not in away):
        enough = 0
    third_party_barred = last_was_third_party and not policy.third_party_may_follow_third_party
    offered: dict[str, int] = {}
    first = last_place or 0
    for step in range(places_total):
        place = (first + step) % places_total + 1
        patron = places.get(place)
        if patron is None or patron in away:
            continue
        if wagered[patron] < enough:
            continue
        if third_party_barred and (patron in third_parties or patron == last_patron):
            continue
        offered.setdefault(patron, place)
    keeps = None if last_patron is None else offered.pop(last_patron, None)
    if keeps is not None and last_place is not None and places.get(last_place) == last_patron:
        keeps = last_place  # of two places, the one from which he held it
    if keeps is None or not _may_keep(policy, kept_rounds):
        return tuple(offered.values())
    return (*offered.values(), keeps)


def _may_keep(policy: RotationPolicy, kept_rounds: int) -> bool:
    most = policy.max_consecutive_hands
    return policy.may_keep_when_all_decline and (most is None or kept_rounds < most)


def breach(
    policy: RotationPolicy, stints: Sequence[Stint], game_since: int, now: int
) -> str | None:
    """Say in a code why no round may start now, None where one may.

    ``stints`` stand in the order of their starts; ``game_since`` is when this game began.
    """
    if now >= _held_until(policy, stints):
        return HELD_TOO_LONG
    if now >= _few_from(policy, stints, game_since):
        return TOO_FEW_HOLDERS
    return None


def next_breach(
    policy: RotationPolicy, stints: Sequence[Stint], game_since: int, now: int
) -> int | None:
    """Give the time from which no round may start if nobody else takes the position."""
    first = min(_held_until(policy, stints), _few_from(policy, stints, game_since))
    return None if first == inf else max(int(first), now)


def _held_until(policy: RotationPolicy, stints: Sequence[Stint]) -> float:
    """Give when the present holder has held it for as long as anybody may.

    A break shorter than the pause that a breach would bring does not begin the count anew.
    """
    if policy.max_hold_minutes is None or not stints or stints[-1].end is not None:
        return inf
    holder, start = stints[-1].patron, stints[-1].start
    for stint in reversed(stints[:-1]):
        gap = start - (stint.end if stint.end is not None else start)
        if stint.patron != holder or gap >= max(policy.pause_minutes * _MINUTE, 1):
            break
        start = stint.start
    return start + policy.max_hold_minutes * _MINUTE


def _few_from(policy: RotationPolicy, stints: Sequence[Stint], game_since: int) -> float:
    """Give when the window will hold too few holders other than third-party providers."""
    if policy.window_minutes is None:
        return inf
    window = policy.window_minutes * _MINUTE
    leaves: dict[str, float] = {}
    for stint in stints:
        if not stint.third_party:
            left = inf if stint.end is None else stint.end + window
            leaves[stint.patron] = max(left, leaves.get(stint.patron, left))
    remaining = sorted(leaves.values(), reverse=True)[policy.min_distinct_in_window - 1 :]
    return max(game_since + window, remaining[0] if remaining else game_since)


def has_room_for_third_party(policy: RotationPolicy, seated: int) -> bool:
    """Whether one more third-party provider may play at a table that has so many."""
    most = policy.third_party_per_table_max
    return most is None or seated < most
