"""The notation: what is read, what is refused and where, and its way from cards."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cards import parse_cards
from puntobanco.errors import InputError
from puntobanco.rules.catalogue import find, shipped
from puntobanco.rules.classes import value_classes
from puntobanco.rules.coup import Winner, play
from puntobanco.rules.marks import Token, tokens_of
from puntobanco.track.notation import (
    NotationError,
    Outcome,
    outcome_of,
    parse,
    render,
)

B, P, T = Winner.BANKER, Winner.PLAYER, Winner.TIE
TOKENS = {
    "d7": Token(frozenset({B}), frozenset({"n8", "n9", "p8"})),
    "p8": Token(frozenset({P}), frozenset({"n8", "n9", "d7"})),
    "x": Token(frozenset({B, T}), frozenset({"pp"})),
}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", ()),
        (" ,\n", ()),
        ("BPT", (Outcome(B), Outcome(P), Outcome(T))),
        ("b,p , t", (Outcome(B), Outcome(P), Outcome(T))),
        ("BP B+d7+bp P", (Outcome(B), Outcome(P), Outcome(B, ("d7", "bp")), Outcome(P))),
        (
            "p+P8,T+N9\nb+n8+PP",
            (Outcome(P, ("p8",)), Outcome(T, ("n9",)), Outcome(B, ("n8", "pp"))),
        ),
        ("T+x B+x", (Outcome(T, ("x",)), Outcome(B, ("x",)))),
        ("P+n9+bp B+n9+pp", (Outcome(P, ("n9", "bp")), Outcome(B, ("n9", "pp")))),
        ("T+n8+pp+bp", (Outcome(T, ("n8", "pp", "bp")),)),
    ],
)
def test_outcomes_are_read_in_any_case_and_split(text: str, expected: tuple[Outcome, ...]) -> None:
    """Spaces, commas and lines split; outcomes without marks may stand together."""
    assert parse(text, TOKENS) == expected


@pytest.mark.parametrize(
    "text, hand, character, said",
    [
        ("B P X", 3, 5, "'X' is no outcome; write B, P or T"),
        ("BPXB", 3, 3, "'XB' is no outcome"),
        ("B - P", 2, 3, "'-' is no outcome"),
        ("\u0411P", 1, 1, "'\\u0411P' is no outcome"),
        ("B \x1b[2J", 2, 3, "'\\x1b[2J' is no outcome"),
        ("P BP+n8", 2, 3, "'BP+n8' does not say whose the marks are; put one outcome"),
        ("+n8", 1, 1, "'+n8' does not say whose the marks are"),
        ("B+", 1, 3, "'' is no mark here; known are n8, n9, pp, bp, d7, p8, x"),
        ("B+n8P", 1, 3, "'n8P' is no mark here"),
        ("B+" + 99 * "z", 1, 3, "'zzzzzzzzzzzz...' is no mark here"),
        ("B+pp+PP", 1, 6, "'PP' is written twice; leave one out"),
        ("T,B+p8", 2, 5, "'p8' cannot come with B; it holds with P"),
        ("P+x", 1, 3, "'x' cannot come with P; it holds with B or T"),
        ("B+n8+n9", 1, 6, "'n9' cannot come with n8 in B; leave one out"),
        ("B+n9+n8", 1, 6, "'n8' cannot come with n9 in B"),
        ("B+d7+n9", 1, 6, "'n9' cannot come with d7 in B"),
        ("B+n9+d7", 1, 6, "'d7' cannot come with n9 in B"),
        ("T+pp+x", 1, 6, "'x' cannot come with pp in T"),
        ("P+n9+pp", 1, 6, "'pp' cannot come with n9 in P"),
        ("B+bp+n9", 1, 6, "'n9' cannot come with bp in B"),
        ("T+n9+bp", 1, 6, "'bp' cannot come with n9 in T"),
    ],
)
def test_a_fault_is_named_with_its_place_and_cure(
    text: str, hand: int, character: int, said: str
) -> None:
    """The error counts hands and characters from 1, fits one line and names the cure."""
    with pytest.raises(NotationError) as caught:
        parse(text, TOKENS)
    message = str(caught.value)
    assert isinstance(caught.value, InputError)
    assert (caught.value.hand, caught.value.character) == (hand, character)
    assert message.startswith(f"hand {hand}, character {character}: {said}")
    assert message.isprintable()
    assert ";" in message


def test_without_a_sheet_no_token_is_known() -> None:
    """The marks of the cards need no sheet; a call's token does."""
    assert parse("B+n8") == (Outcome(B, ("n8",)),)
    with pytest.raises(NotationError, match=r"'d7' is no mark here; known are n8, n9, pp, bp$"):
        parse("B+d7")


def _is_possible(outcome: Outcome) -> bool:
    """Say, by the words of the rules alone, whether these marks can stand together."""
    marks, own = set(outcome.marks), {P: {"pp"}, B: {"bp"}, T: {"pp", "bp"}}
    if {"n8", "n9"} <= marks or ("n9" in marks and marks & own[outcome.winner]):
        return False
    return all(
        outcome.winner in TOKENS[mark].winners and not TOKENS[mark].excludes & marks
        for mark in marks & TOKENS.keys()
    )


_outcomes = st.builds(
    Outcome,
    st.sampled_from(Winner),
    st.lists(st.sampled_from(["n8", "n9", "pp", "bp", *TOKENS]), unique=True, max_size=3).map(
        tuple
    ),
)


@given(st.lists(_outcomes.filter(_is_possible)))
def test_what_is_written_reads_as_it_was(outcomes: list[Outcome]) -> None:
    """Parse undoes render for every possible shoe, in capitals and with commas too."""
    text = render(outcomes)
    assert parse(text, TOKENS) == tuple(outcomes)
    assert parse(text.upper().replace(" ", ", "), TOKENS) == tuple(outcomes)
    assert render(parse(text, TOKENS)) == text


@given(_outcomes)
def test_exactly_the_possible_outcomes_are_read(outcome: Outcome) -> None:
    """An outcome is refused if, and only if, no coup has its marks together."""
    try:
        assert parse(str(outcome), TOKENS) == (outcome,)
        read = True
    except NotationError:
        read = False
    assert read == _is_possible(outcome)


@given(st.text("bPt+,n8x 7d\u00df\u0130", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but a NotationError leaves the parser, and what it reads it writes."""
    try:
        outcomes = parse(text, TOKENS)
    except NotationError:
        return
    assert parse(render(outcomes), TOKENS) == outcomes


@pytest.mark.parametrize(
    "cards, notation",
    [
        ("9S 5C KD 2H", "P+n9"),
        ("4S 9C 4D KH", "B+n9+pp"),
        ("9C 4C 9D 4H", "T+n8+pp+bp"),
        ("2C KC 3D 3H 6S 4S", "B+d7"),
        ("KC KD 2D 4H 6S 2S", "P+p8"),
        ("KC KD KH 4H 6S 2S", "T+pp"),
        ("2C 7C 4D KH", "B"),
    ],
)
def test_a_coup_is_noted_with_all_its_marks(cards: str, notation: str) -> None:
    """Winner, the natural of the winner or of a tie, pairs by rank, and the sheet's calls."""
    sheet = find("deq-ez")
    assert str(outcome_of(sheet, play(parse_cards(cards)))) == notation


def test_tokens_of_a_sheet_stand_where_their_calls_hold() -> None:
    """Both calls of the shipped house game need three cards, one winner each, and no natural."""
    assert tokens_of(find("deq-ez")) == {
        "d7": Token(frozenset({B}), frozenset({"n8", "n9", "p8"})),
        "p8": Token(frozenset({P}), frozenset({"n8", "n9", "d7"})),
    }


@pytest.mark.parametrize("name", shipped())
def test_tokens_of_every_sheet_agree_with_its_classes(name: str) -> None:
    """A token can come with a winner if some class of coups has both."""
    sheet = find(name)
    for call in sheet.calls:
        held = [facts for facts in value_classes() if call.when.holds(facts, frozenset())]
        winners = {
            (f.player_total > f.banker_total) - (f.player_total < f.banker_total) for f in held
        }
        token = tokens_of(sheet)[call.token]
        assert {{1: P, 0: T, -1: B}[sign] for sign in winners} <= token.winners
        assert token.winners


def test_a_call_that_asks_for_pairs_knows_them() -> None:
    """A call on unpaired hands excludes the marks of pairs; one on the cards' totals does not."""
    sheet = find("deq-ez")
    call = sheet.calls[0]
    clause = replace(call.when.clauses[0], tests=(("pairs", frozenset({"none"})),))
    odd = replace(call.when.clauses[0], tests=(("player.two", frozenset({5})),))
    for tests, excluded in ((clause, {"pp", "bp"}), (odd, {"pp"})):
        changed = replace(call, when=replace(call.when, clauses=(tests,)))
        found = tokens_of(replace(sheet, calls=(changed,)))[call.token]
        assert found.excludes & {"pp", "bp"} == excluded
