"""``report``: one page that holds the mathematics of a sheet, and nothing that runs."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from puntobanco.rules.catalogue import find
from puntobanco.study.plots import bars, line
from tests.cli.running import run


class Reader(HTMLParser):
    """Gathers tags, their attributes and the text of a page."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.cells: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag, and where it leads."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href", "style"}]
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.cells.append(data)


def test_page_of_a_report(tmp_path: Path) -> None:
    """It has the rules, paytables, exact counts, all decks, removals, and how to check them."""
    file = tmp_path / "ez.html"
    assert run("report", "-o", str(file)).out == ""
    page = file.read_text(encoding="utf-8")
    read = Reader(page)
    for told in (
        "EZ Baccarat",
        find("deq-ez").hash[:12],
        "112,633,011,329,024",
        "7.6113 %",
        "7.5795 %",  # one deck
        "6.08488",
        "2.2534 %",
        "+5378.16",
        "puntobanco odds deq-ez --decks 8 --json",
    ):
        assert any(told in cell for cell in read.cells), told
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert len(headings) == len(set(headings)) == 8
    assert run("report").out == page
    assert run("report", "deq-ez", "--decks", "8").out == page


def test_cards_beside_a_bar_have_room(tmp_path: Path) -> None:
    """What half the cards do alike is told by ranks and suits, and nothing is cut off."""
    file = tmp_path / "red.toml"
    file.write_text(
        'format = 1\nid = "red"\nname = "Red"\nsource = "made"\nbank = "house"\n'
        "decks = { max = 8 }\n"
        '[[bet]]\nid = "red"\nlabel = "Red"\nkind = "side"\n'
        'result = [{ when = { colour = "red" }, pays = "30:1" }]\n'
    )
    names = re.findall(r'text-anchor="end">([^<]*)</text>', run("report", str(file)).out)
    assert "A23456789TJQK CS" in names
    assert max(map(len, names)) <= 25


def test_nothing_in_it_runs_or_is_fetched() -> None:
    """No script, no address, no font, and a policy that forbids them; plots are sound SVG."""
    page = run("report", "parkwest-21c").out
    read = Reader(page)
    assert read.addresses == []
    assert not {"script", "link", "img", "iframe", "object", "form", "a"} & set(read.tags)
    assert "default-src 'none'" in page
    assert "url(" not in page
    assert "@import" not in page
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) > 2 * len(find("parkwest-21c").bets)
    for plot in plots:
        assert ET.fromstring(plot).find("title") is not None  # noqa: S314 - our own text


def test_a_sheet_of_a_user_is_text(tmp_path: Path) -> None:
    """What stands in a sheet cannot become markup."""
    file = tmp_path / "evil.toml"
    file.write_text(
        'format = 1\nid = "evil"\nbase = "punto-banco"\nname = "<script>alert(1)</script>"\n'
        'source = "\\"><img src=x onerror=alert(1)>"\n'
        '[change.bet.tie]\nlabel = "</table><b>&"\n',
        encoding="utf-8",
    )
    page = run("report", str(file)).out
    read = Reader(page)
    assert not {"script", "img", "b"} & set(read.tags)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (("--decks", "9"), "--decks: 9 is out of range; give a number from 1 to 8"),
        (("nothing",), "there is no rule sheet 'nothing'"),
        (("-o", "not/there/x.html"), "not/there/x.html: no such file or directory; name another"),
    ],
)
def test_no_report(arguments: tuple[str, ...], fault: str) -> None:
    """What cannot be written is refused."""
    assert fault in run("report", *arguments).fault


def test_plots_of_equal_values() -> None:
    """A plot of values that do not differ is drawn all the same."""
    assert "5.000" in line("even", [(1, 5.0), (2, 5.0)])
    assert 'width="0.0"' in bars("nothing", [("A", 0.0, "+0.00")])
    assert "&lt;b&gt;" in bars("<b>", [("A", -1.0, "-1")])
