"""The floor at a glance: every table with what a supervisor looks for, and what waits for him."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import msgspec

from puntobanco.house.alerts import Alert, Alerts
from puntobanco.house.changes import differences, told, told_matter
from puntobanco.house.day import Hours
from puntobanco.house.desk import Desk, Live
from puntobanco.house.floor import rotation_view
from puntobanco.house.phases import clock
from puntobanco.house.position import player_dealer
from puntobanco.house.preview import preview
from puntobanco.house.shown.felt import CURRENCY
from puntobanco.house.takings import Sums, total
from puntobanco.house.views import Viewer
from puntobanco.table import events as ev
from puntobanco.table.shoes import next_step
from puntobanco.table.state import TableState

Plain = dict[str, Any]
NameOf = Callable[[str], str]
KEPT_MS: Final = 5_000  # how long a table at which nothing happens is not rendered anew
PERSONS: Final = ("patron", "by", "confirmed")  # facts that are people


@dataclass(frozen=True, slots=True)
class Overview:
    """Renders the floor of a house."""

    desk: Desk
    hours: Hours
    viewer: Callable[[str], Viewer]
    name_of: NameOf  # of patrons and staff
    _kept: dict[str, tuple[int, int, Plain]] = field(default_factory=dict)  # version, when, what

    def view(self) -> Plain:
        """Give the whole floor."""
        now = self.desk.clock()
        tables = [self._newest(live, now) for live in self.desk.tables.values()]
        sums = [self._sums(live, now) for live in self.desk.tables.values()]
        shift = self.hours.shift(now)
        return {
            "at": now,
            "clock": self.hours.local(now).strftime("%H:%M"),
            "day": shift.day.isoformat(),
            "shift": shift.number,
            "currency": CURRENCY,
            "tables": tables,
            "alerts": [*self._alerts(self.desk.alerts, now)],
            "cleared": [self._cleared(alert) for alert in self.desk.alerts.cleared],
            "large_win": self.desk.alerts.large_win,
            "late_gain": self.desk.alerts.late_gain,
            "totals": sums_as_json(total(this for this, _ in sums)),
            "per_hour": sum(table.get("per_hour") or 0 for table in tables),
        }

    def _sums(self, live: Live, now: int) -> tuple[Sums, Sums]:
        """Give the sums of a table in this shift and on this gaming day."""
        takings, day = live.records.takings, self.hours.shift(now).day
        return takings.since(self.hours.began(now)), takings.since(self.hours.begin(day))

    def _newest(self, live: Live, now: int) -> Plain:
        """Give a table; one where nothing has happened is as it was, but for its clock."""
        kept = self._kept.get(live.table)
        if kept is None or kept[0] != live.shown or now - kept[1] > KEPT_MS:
            kept = self._kept[live.table] = live.shown, now, self._table(live, now)
        table = kept[2]
        if live.state.setup is not None:
            table["clock"] = clock(live.state, now)
        return table

    def _table(self, live: Live, now: int) -> Plain:
        shift, day = self._sums(live, now)
        sums = {"shift": sums_as_json(shift), "today": sums_as_json(day)}
        state = live.state
        if state.setup is None:
            return {"id": live.table, "phase": "closed", **sums}
        game, viewer = state.game, self.viewer(live.table)
        return {
            **msgspec.structs.asdict(viewer.card(now)),
            **sums,
            "sheet": game.sheet.id,
            "terms": told(game),
            "agreed": [self._agreed(live, number) for number in state.agreed],
            "cards": game.cards,
            "box": state.box,
            "suspended": state.suspended,
            "is_stopped": state.has_stopped(),
            "patrons": len(state.racks),
            "per_hour": live.records.shoes.pace.per_hour(now),
            "player_dealer": self._bank(live),
            "rotation": rotation_view(state, now),
            "proposals": [self._proposal(live, number, now) for number in state.proposals],
            "waits": _waits(state),
            "held": len(state.held),
            "claims": len(state.claims),
        }

    def _bank(self, live: Live) -> Plain | None:
        """Give who has the position, and what was left of the cover of the last round."""
        found = player_dealer(live.state, self.name_of)
        last = live.records.last
        settled = last.player_dealer if last else None
        if found is None:
            return None
        is_his = settled is not None and live.state.player_dealer == settled.patron
        return {
            **msgspec.structs.asdict(found),
            "last": {"cover": settled.cover, "net": settled.net, "exhausted": settled.exhausted}
            if settled and is_his
            else None,
        }

    def _agreed(self, live: Live, number: int) -> Plain:
        """Give what two people agreed to, and what it still waits for."""
        agreed = live.state.agreed[number]
        return {
            "number": number,
            "name": self.name_of(agreed.by),
            "approved": self.name_of(agreed.approved),
            **differences(live.state, agreed.matter),
        }

    def _proposal(self, live: Live, number: int, now: int) -> Plain:
        proposal = live.state.proposals[number]
        reason, at = live.records.proposed.get(number, ("", now))
        return {
            "number": number,
            "by": proposal.by,
            "name": self.name_of(proposal.by),
            "reason": reason,
            "at": at,
            "clock": self.hours.local(at).strftime("%H:%M"),
            "round": proposal.round,
            "matter": told_matter(proposal.matter),
            "was": _stands(live.state, proposal.matter),
            "change": differences(live.state, proposal.matter)
            if isinstance(proposal.matter, ev.ChangeLimits | ev.ChangeTerms)
            else None,
            "previews": preview(live.state, proposal, now, self.name_of),
        }

    def _alerts(self, alerts: Alerts, now: int) -> Iterable[Plain]:
        """Give the alerts that stand, the newest first; more of a kind at a table are one."""
        found: dict[tuple[str, str], list[Alert]] = {}
        for alert in reversed(alerts.open.values()):
            found.setdefault((alert.raised.table, alert.raised.kind), []).append(alert)
        for (table, kind), same in found.items():
            yield {
                "numbers": [alert.number for alert in same],
                "table": table,
                "kind": kind,
                "at": same[0].at,
                "clock": self.hours.local(same[0].at).strftime("%H:%M"),
                "ago_ms": max(0, now - same[0].at),
                "round": same[0].raised.round,
                "facts": self._facts(same[0]),
            }

    def _cleared(self, alert: Alert) -> Plain:
        at = alert.cleared_at or alert.at
        return {
            "table": alert.raised.table,
            "kind": alert.raised.kind,
            "clock": self.hours.local(at).strftime("%H:%M"),
            "by": alert.cleared_by,
            "name": self.name_of(alert.cleared_by),
            "facts": self._facts(alert),
        }

    def _facts(self, alert: Alert) -> Plain:
        """Give what fills the sentence of an alert, with names for ids and labels for bets."""
        facts: Plain = {
            key: self.name_of(value) if key in PERSONS and value else value
            for key, value in alert.raised.facts.items()
        }
        labels = self._labels(alert.raised.table)
        if "bet" in facts:
            facts["bet"] = labels.get(facts["bet"], facts["bet"])
        if "wagers" in facts:
            facts["wagers"] = [
                {
                    **wager,
                    "name": self.name_of(wager["patron"]),
                    "bet": labels.get(wager["bet"], wager["bet"]),
                    "expectation": _percent(facts["expectations"][wager["bet"]]),
                    "exact": facts["expectations"][wager["bet"]],
                }
                for wager in facts["wagers"]
            ]
            exact = {bet: Fraction(each) for bet, each in facts["expectations"].items()}
            wagers = alert.raised.facts["wagers"]
            facts["gain"] = round(sum(x["amount"] * exact[x["bet"]] for x in wagers))
            facts.setdefault("least", 0)
            del facts["expectations"]
        return facts

    def _labels(self, table: str) -> dict[str, str]:
        setup = self.desk.state(table).setup if table in self.desk.tables else None
        return {bet.id: bet.label for bet in setup.sheet.bets} if setup else {}


def sums_as_json(sums: Sums) -> Plain:
    """Give the sums of some time as the floor reads them."""
    return {
        "rounds": sums.rounds,
        "bought": sums.bought,
        "wagered": sums.wagered,
        "won": sums.won,
        "hold": None if sums.hold is None else round(sums.hold, 1),
        "fees": dict(sums.fees),
        "collected": sums.collected,
        "irregularities": sums.irregularities,
        "corrections": sums.corrections,
        "voids": sums.voids,
    }


def _percent(fraction: str) -> float:
    return round(100 * float(Fraction(fraction)), 2)


def _waits(state: TableState) -> str | None:
    """Say what at a shoe of real cards waits for a second person: the cards, or a wrong count."""
    if state.miscounted_by:
        return "clear-shoe"
    shoe = state.shoe
    is_opened = shoe is not None and shoe.prepared is not None and next_step(shoe) == "verified"
    return "step-shoe" if is_opened else None


def _stands(state: TableState, matter: ev.AnyMatter) -> Plain | None:
    """Give what stands now where a proposal is about changing it."""
    match matter:
        case ev.CorrectRound():
            stood = next((s for s in state.settled if s.number == matter.round), None)
            if stood is None:
                return None
            cards = [getattr(card, "code", card) for card in stood.result.cards]
            return {"winner": stood.result.winner.value, "cards": cards, "hand": stood.hand}
        case _:
            return None
