"""Who may do what: roles against commands and questions, as one chart; what it lacks is refused.

A patron acts for himself. Where cards are real, patrons have no device at the table, so its dealer
may record what they do there. Where the software deals, nobody from outside touches the shoe.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.state import TableState


class Role(Enum):
    """What somebody is to the house; as ``house``, the software itself, nobody signs in."""

    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    CASHIER = "cashier"
    AUDITOR = "auditor"
    ADMIN = "admin"
    HOUSE = "house"


class Question(Enum):
    """What is asked of the house beside commands at a table."""

    FLOOR = "floor"  # the staff's view of a table
    EVENTS = "events"  # the log of a table
    FAIRNESS = "fairness"  # how the action button has fallen
    PATRONS = "patrons"  # who is enrolled
    ENROL = "enrol"
    CAGE = "cage"  # chips into wallets and out of them
    TOKENS = "tokens"
    PIN = "pin"  # setting the PIN of a table
    CONSOLE = "console"  # the page of a table's dealer
    OVERVIEW = "overview"  # the page of the floor, all tables with it
    OFFER_SHEET = "offer-sheet"  # a sheet of one's own, to the house
    SHEETS = "sheets"  # taking up what is offered, and putting it away
    ALERTS = "alerts"  # clearing alerts, and saying what is one
    ACCOUNTS = "accounts"  # accounts: listed, proposed, agreed to, invited
    SIGN_INS = "sign-ins"  # ending those of others
    AUDIT = "audit"  # the whole log, rounds in full, verification, exports
    ERASE = "erase"  # what is personal of somebody


Deed = type[cm.Command] | type[ev.Matter] | Question

# . never | + always | o for oneself | r where cards are real | s where the software deals
# d where cards are real, or the dealer sets the pace of the software
# t where results alone are tracked | p the same, with the PIN of the table
CHART: Final[Mapping[Deed, str]] = {
    #                       patron dealer supervisor cashier auditor admin house
    cm.OpenTable:            ".      .        +         .       .      .     +",
    cm.CloseTable:           ".      .        +         .       .      .     +",
    cm.SuspendTable:         ".      +        +         .       .      .     +",
    cm.ResumeTable:          ".      p        +         .       .      .     .",
    cm.SetMessage:           ".      +        +         .       .      .     .",
    cm.ChangeBox:            ".      .        +         .       .      .     .",
    cm.TakeSeat:             "o      r        .         .       .      .     .",
    cm.StandBehind:          "o      r        .         .       .      .     .",
    cm.LeaveSeat:            "o      r        .         .       .      .     +",
    cm.BuyIn:                "o      r        .         .       .      .     .",
    cm.CashOut:              "o      .        .         .       .      .     .",
    cm.TakeBreak:            "o      r        .         .       .      .     .",
    cm.ComeBack:             "o      r        .         .       .      .     .",
    cm.OfferPlayerDealer:    ".      +        .         .       .      .     +",
    cm.AcceptPlayerDealer:   "o      r        .         .       .      .     .",
    cm.DeclinePlayerDealer:  "o      r        .         .       .      .     .",
    cm.PassOffer:            ".      +        .         .       .      .     +",
    cm.GiveUpPlayerDealer:   "o      r        .         .       .      .     .",
    cm.PostCover:            "o      r        .         .       .      .     .",
    cm.StartShoe:            ".      r        .         .       .      .     s",
    cm.StepShoe:             ".      r        r         .       .      .     .",
    cm.OfferCut:             ".      r        .         .       .      .     .",
    cm.CutShoe:              "o      r        .         .       .      .     .",
    cm.Burn:                 ".      r        t         .       .      .     s",
    cm.EndShoe:              ".      +        .         .       .      .     +",
    cm.ForsakeShoes:         ".      .        .         .       .      .     +",
    cm.CountShoe:            ".      r        .         .       .      .     .",
    cm.ClearShoe:            ".      .        r         .       .      .     .",
    cm.OpenBetting:          ".      +        .         .       .      .     +",
    cm.OpenFreeHand:         ".      +        .         .       .      .     +",
    cm.PauseBetting:         ".      +        .         .       .      .     +",
    cm.ResumeBetting:        ".      +        .         .       .      .     +",
    cm.SetWager:             "o      r        .         .       .      .     .",
    cm.CloseBetting:         ".      +        .         .       .      .     +",
    cm.DealCard:             ".      d        .         .       .      .     s",
    cm.EnterResult:          ".      r        .         .       .      .     .",
    cm.Settle:               ".      +        .         .       .      .     +",
    cm.EnterHand:            ".      t        t         .       .      .     .",
    cm.UndoHand:             ".      t        t         .       .      .     .",
    cm.ChangeHand:           ".      p        t         .       .      .     .",
    cm.InsertHand:           ".      p        t         .       .      .     .",
    cm.DeleteHand:           ".      p        t         .       .      .     .",
    cm.NewShoe:              ".      t        t         .       .      .     .",
    cm.TakeShoeBack:         ".      p        t         .       .      .     .",
    cm.MarkCutCard:          ".      t        t         .       .      .     .",
    cm.LimitHands:           ".      t        t         .       .      .     .",
    ev.VoidRound:            ".      +        +         .       .      .     .",
    ev.CorrectRound:         ".      +        +         .       .      .     .",
    ev.Irregularity:         ".      +        +         .       .      .     .",
    ev.ChangeLimits:         ".      .        +         .       .      +     .",
    ev.ChangeTerms:          ".      .        +         .       .      +     .",
    cm.Approve:              ".      .        +         .       .      .     .",
    cm.Reject:               ".      o        +         .       .      o     .",
    cm.HoldAmount:           ".      .        +         .       .      .     .",
    cm.ReleaseAmount:        ".      .        +         .       .      .     .",
    cm.PayClaim:             ".      .        +         .       .      .     .",
    cm.DropClaim:            ".      .        +         .       .      .     .",
    cm.Tick:                 ".      .        .         .       .      .     +",
    Question.FLOOR:          ".      +        +         .       +      .     .",
    Question.EVENTS:         ".      +        +         .       +      .     .",
    Question.FAIRNESS:       "+      +        +         .       +      .     .",
    Question.PATRONS:        ".      +        +         +       +      .     .",
    Question.ENROL:          ".      .        .         +       .      .     .",
    Question.CAGE:           ".      .        .         +       .      .     .",
    Question.TOKENS:         ".      .        .         .       .      +     .",
    Question.PIN:            ".      .        +         .       .      .     .",
    Question.CONSOLE:        ".      +        +         .       .      .     .",
    Question.OVERVIEW:       ".      .        +         .       +      +     .",
    Question.OFFER_SHEET:    ".      +        +         .       .      +     .",
    Question.SHEETS:         ".      .        +         .       .      .     .",
    Question.ALERTS:         ".      .        +         .       .      .     .",
    Question.ACCOUNTS:       ".      .        .         .       .      +     .",
    Question.SIGN_INS:       ".      .        .         .       .      +     .",
    Question.AUDIT:          ".      .        .         .       +      .     .",
    Question.ERASE:          ".      .        .         .       .      +     .",
}  # fmt: skip
_COLUMNS: Final = {deed: dict(zip(Role, row.split(), strict=True)) for deed, row in CHART.items()}


def cell(role: Role, deed: Deed) -> str:
    """Give what the chart says."""
    return _COLUMNS[deed][role] if deed in _COLUMNS else "."


def deed_of(command: cm.AnyCommand) -> Deed:
    """Name what a command does: a proposal is what it proposes."""
    return type(command.matter) if isinstance(command, cm.Propose) else type(command)


def may_ask(role: Role, question: Question) -> bool:
    """Whether a role may ask something."""
    return cell(role, question) == "+"


def may_do(role: Role, actor: str, command: cm.AnyCommand, state: TableState) -> bool:
    """Whether somebody may give a command to a table in a state."""
    match cell(role, deed_of(command)):
        case "+":
            return True
        case "o":
            return _is_own(actor, command, state)
        case "r":
            return state.setup is not None and state.setup.cards != "software"
        case "d":
            return state.setup is not None and not state.setup.has_house_clock
        case "t" | "p":
            return state.setup is not None and not state.setup.takes_wagers
        case "s":
            return state.setup is not None and state.setup.cards == "software"
        case _:
            return False


def needs_pin(role: Role, command: cm.AnyCommand) -> bool:
    """Whether a role must have given the PIN of the table for a command."""
    return cell(role, deed_of(command)) == "p"


def _is_own(actor: str, command: cm.AnyCommand, state: TableState) -> bool:
    if isinstance(command, cm.Reject):
        number = command.number
        proposal = state.proposals.get(number) or state.agreed.get(number)
        return proposal is None or proposal.by == actor
    return getattr(command, "patron", None) == actor
