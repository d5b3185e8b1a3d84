"""The floor's line on a board."""

import pytest

from puntobanco.table import commands as cm
from puntobanco.table import events as ev
from puntobanco.table.floor import MESSAGE_MAX
from puntobanco.table.refusals import Code
from tests.table.playing import Felt, opening, small

FOR_ALL = "Trao giải lúc 10 giờ · 十點頒獎"


def opened() -> Felt:
    """A table is open."""
    felt = Felt()
    felt.done(opening(small()))
    return felt


def test_a_line_is_set_changed_and_taken_down() -> None:
    """A line stands until another one comes, or an empty one, or the table closes."""
    felt = opened()
    felt.done(cm.SetMessage(by="flo", text="The bank moves at noon"))
    assert felt.state.message == "The bank moves at noon"
    events = felt.done(cm.SetMessage(by="dan", text=f"  {FOR_ALL}\n· 上午 "))
    assert events == (ev.MessageSet(text=f"{FOR_ALL} · 上午", by="dan"),)
    assert felt.state.message == f"{FOR_ALL} · 上午"
    assert felt.done(cm.SetMessage(by="flo", text=felt.state.message)) == ()
    felt.done(cm.SetMessage(by="flo", text=" "))
    assert felt.state.message == ""
    felt.check()


def test_no_line_outlives_its_table() -> None:
    """A table that closes takes its line down, and a closed one has none."""
    felt = opened()
    felt.done(cm.SetMessage(by="flo", text="Last shoe"))
    felt.done(cm.CloseTable())
    assert felt.state.message == ""
    assert felt.refused(cm.SetMessage(by="flo", text="Back soon")) is Code.TABLE_CLOSED


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MESSAGE_MAX + 1),
        "頒" * (MESSAGE_MAX // 2 + 1),
        "bell \a",
        "\N{RIGHT-TO-LEFT OVERRIDE}dn",
        "\N{SOFT HYPHEN}",
    ],
)
def test_a_line_is_short_and_plain(text: str) -> None:
    """What is too long for a board, cannot be seen or turns the writing round is refused."""
    felt = opened()
    felt.done(cm.SetMessage(by="flo", text="x" * MESSAGE_MAX))
    assert felt.refused(cm.SetMessage(by="flo", text=text)) is Code.MALFORMED
    assert felt.state.message == "x" * MESSAGE_MAX
