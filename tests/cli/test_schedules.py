"""``rules schedules``, ``rules schedule``, and ``rules check`` of schedules and policies."""

from pathlib import Path

import pytest

from puntobanco.rules.catalogue import schedule, schedules
from puntobanco.rules.packaged import packaged_text
from tests.cli.running import run


def test_list() -> None:
    """The list has every shipped schedule, and what kind of thing it is."""
    listed = run("rules", "schedules", "--json").json
    assert [each["id"] for each in listed] == list(schedules())
    assert listed[1] == {
        "id": "hustler-cal-baccarat",
        "name": "California Baccarat at the Hustler",
        "payer": "both",
        "basis": "per-hand",
        "waived": False,
        "fictional": False,
        "amounts_known": True,
        "source": schedule("hustler-cal-baccarat").source,
        "grade": "B",
        "caps": False,
    }
    assert [each["id"] for each in listed if each["caps"]] == ["washington-caps"]
    rows = run("rules", "schedules").out.splitlines()
    assert len(rows) == len(schedules()) + 1
    told = {row.split()[0]: row for row in rows}
    assert told["template-fictional"].endswith("; FICTIONAL")
    assert told["m8trix-per-bet"].endswith("for each wager; amounts not known")
    assert told["parkwest-no-collection"].endswith("waived")
    assert told["washington-caps"].endswith("caps only")


@pytest.mark.parametrize("name", schedules())
def test_show(name: str) -> None:
    """A schedule in words has its source and its grade; in JSON it is the form that is hashed."""
    posted = schedule(name)
    page = run("rules", "schedule", name).out
    for said in (posted.name, posted.source, posted.hash, f"  {posted.grade}, "):
        assert said in page
    shown = run("rules", "schedule", name, "--json").json
    assert shown == {"id": name, "hash": posted.hash, "schedule": dict(posted.source_form)}
    assert ("FICTIONAL" in page) == posted.fictional
    assert ("amounts are not known" in page) == (not posted.amounts_known)


def test_the_posting_as_a_table() -> None:
    """A posting's rows are shown as the room posts them."""
    rows = run("rules", "schedule", "hustler-cal-baccarat").out.splitlines()[-8:]
    assert rows[0].split("  ")[0] == "Limits of the main bets"
    assert rows[3].split() == ["50.00", "to", "300.00", "2.00", "3.00"]
    assert rows[7].split() == ["500.00", "to", "2000.00", "10.00", "10.00"]


def test_steps_and_their_warning() -> None:
    """What is made up says so in words, and steps stand one under the other."""
    page = run("rules", "schedule", "template-fictional").out
    assert "\nFICTIONAL: these amounts are made up, and no room posts them.\n" in page
    ends = [line.split("  ")[-1].strip() for line in page.splitlines()[-3:]]
    assert ends == ["2.00 from 0.00", "3.00 from 500.00", "5.00 from 1000.00"]


@pytest.mark.parametrize(
    "basis, said",
    [
        (
            'basis = "per-time"\nminutes = 30',
            "the players, every 30 minutes, before the first card",
        ),
        ('basis = "per-wager"', "the players, for each wager, before the first card"),
    ],
)
def test_who_pays_and_for_what(basis: str, said: str, tmp_path: Path) -> None:
    """The page says who pays, how often, for what, and that the others pay nothing."""
    text = (
        'schedule = 1\nid = "own"\nname = "Own"\nsource = "a test"\npayer = "player"\n'
        f'{basis}\napplies_to = ["main", "tie"]\nrow = [{{ player_fee = "0.50" }}]\n'
    )
    page = run("rules", "schedule", written(tmp_path, text)).out
    assert f"Paid by         {said}\n" in page
    assert "Paid for        main, tie\n" in page
    assert page.splitlines()[-1].split() == ["any", "0.50", "nothing"]


def written(tmp_path: Path, text: str) -> str:
    """A file of a user."""
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_posting_that_gives_fees_back(tmp_path: Path) -> None:
    """A posting may give a fee back; no table does: it is shown, and no house rules are made."""
    text = packaged_text("schedules/template-fictional")
    page = run("rules", "schedule", written(tmp_path, text)).out
    assert "Without action  the fee is kept\n" in page
    assert (
        "Where a wager finds no action the fee is kept" in run("rules", "house", "ca-ez-panda8").out
    )
    file = written(tmp_path, f"refund_if_no_action = true\n{text}")
    page = run("rules", "schedule", file).out
    assert "Without action  the fee goes back: no table can open with this schedule\n" in page
    refused = run("rules", "house", "ca-ez-panda8", "--schedule", file)
    assert (refused.status, refused.out) == (2, "")
    assert "a table keeps a fee whatever action the wagers got" in refused.err


def test_check_of_a_schedule(tmp_path: Path) -> None:
    """`rules check` knows a schedule by its first key, and says its hash."""
    file = written(tmp_path, packaged_text("schedules/template-fictional"))
    found = schedule("template-fictional")
    ran = run("rules", "check", file)
    said = f"template-fictional is a sound collection schedule, {found.hash[:12]}"
    assert (ran.status, ran.out) == (0, f"{file}: {said}\n")
    checked = run("rules", "check", file, "--json").json
    assert (checked["hash"], checked["fictional"]) == (found.hash, True)


def test_check_against_caps(tmp_path: Path) -> None:
    """A schedule above a rule book's caps is refused, with the fee and the cap."""
    caps = ("--caps", "washington-caps")
    file = written(tmp_path, packaged_text("schedules/hustler-21c-blackjack"))
    assert run("rules", "check", file, *caps).fault == (
        "hustler-21c-blackjack: row[3]: a fee of 2.00 is above washington-caps's cap for a hand;"
        " keep to 1.00 a hand"
    )
    assert run("rules", "check", written(tmp_path, packaged_text("schedules/none")), *caps).out
    sheet = written(tmp_path, 'format = 1\nbase = "deq-ez"\nid = "mine"\n')
    fault = run("rules", "check", sheet, *caps).fault
    assert fault == f"{sheet}: caps: this file has no fees; leave --caps out"


def test_check_of_a_rotation_policy(tmp_path: Path) -> None:
    """`rules check` knows a rotation policy too."""
    text = (
        'rotation = 1\n[[policy]]\nid = "own"\nname = "Own"\nsource = "a test"\n'
        "offer_every_hands = 3\n"
    )
    file = written(tmp_path, text)
    assert run("rules", "check", file).out == f"{file}: own is a sound rotation policy\n"
    assert run("rules", "check", file, "--json").json["offer_every_hands"] == 3
    file = written(tmp_path, text.replace("3", "0"))
    assert run("rules", "check", file).fault == (
        f"{file}:6: policy[1].offer_every_hands: 0 does not fit; write a whole number from 1 to"
        " 1000"
    )


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (
            ("schedule", "noone"),
            "rules: id: there is no schedule 'noone'; use none, or a file that",
        ),
        (
            ("schedule", "no.toml"),
            "no.toml: file: no such file or directory; give a schedule's path",
        ),
        (("schedule",), "Missing argument 'ID_OR_FILE'; puntobanco rules schedule --help"),
    ],
)
def test_what_is_not_there(arguments: tuple[str, ...], fault: str) -> None:
    """A schedule that is not there is one line with the cure."""
    assert run("rules", *arguments).fault.startswith(fault)


def test_a_share_is_refused_in_a_file(tmp_path: Path) -> None:
    """GAP-3.20: a fee that is a share of wagers is refused by file, line and key."""
    text = packaged_text("schedules/template-fictional").replace('"1.00"', '"1%"')
    file = written(tmp_path, text)
    line = text[: text.index('"1%"')].count("\n") + 1
    assert run("rules", "check", file).fault.startswith(
        f"{file}:{line}: row[1].player_fee: a fee is a fixed amount, never a share of wagers or win"
    )
