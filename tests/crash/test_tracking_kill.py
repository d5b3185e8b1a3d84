"""A house killed while hands of a real shoe are entered: the whole board is back, and soon."""

import json
import re
import secrets
import threading
import time
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.browser.serving import House

KILLS = 4
BACK_S = 3.0
PAUSE_S = 0.08  # a house takes no more than so many commands of one person
WINNERS = ("player", "banker", "tie")


def session(house: House) -> str:
    """Sign the dealer in by the printed link, and give the cookie."""
    line = next(line for line in house.said if line.strip().startswith("Dealer"))
    found = re.search(r"http\S+/enter/\S+", line)
    assert found
    answer = httpx.get(found[0])
    assert answer.status_code == 303
    return answer.headers["set-cookie"].partition(";")[0]


def letters(house: House, cookie: str) -> str:
    """The hands of the shoe as the board draws them."""
    answer = httpx.get(f"{house.address}/api/table/1", headers={"cookie": cookie}).json()
    return "".join(cell[2] for cell in answer["view"]["board"]["bead_plate"])


def enter(house: House, cookie: str, known: str, chance: Random) -> tuple[str, str]:
    """Enter hands until the house is gone; give those acknowledged, and the one on its way."""
    stored, sent = known, ""
    headers = {"cookie": cookie, "origin": house.address}
    with connect(
        f"{house.address.replace('http', 'ws', 1)}/ws/table/1", additional_headers=headers
    ) as socket:
        threading.Timer(chance.uniform(0.05, 0.6), house.kill).start()
        try:
            while True:
                winner = chance.choice(WINNERS)
                sent = winner[0].upper()
                frame = {
                    "id": secrets.token_hex(16),
                    "type": "enter-hand",
                    "hand": len(stored) + 1,
                    "winner": winner,
                }
                socket.send(json.dumps(frame))
                while (answer := json.loads(socket.recv(timeout=10)))["type"] != "answer":
                    pass
                assert answer["ok"], answer
                stored, sent = stored + sent, ""
                time.sleep(chance.uniform(0, PAUSE_S))
        except (WebSocketException, OSError):
            return stored, sent


@pytest.mark.parametrize("seed", range(3))
def test_no_stored_hand_is_lost(tmp_path: Path, seed: int) -> None:
    """Killed at any moment, at most the hand on its way is lost, and the board is back in 3 s."""
    house, chance, stored = House(tmp_path / "room.db", ("--cards", "results")), Random(seed), ""
    house.open()
    cookie = session(house)
    new = {"id": secrets.token_hex(16), "type": "new-shoe", "shoe": 1}
    headers = {"cookie": cookie, "origin": house.address}
    answer = httpx.post(f"{house.address}/api/table/1/commands", json=new, headers=headers)
    assert answer.json()["ok"]
    for _ in range(KILLS):
        acknowledged, sent = enter(house, cookie, stored, chance)
        began = time.monotonic()
        house.open()
        stored = letters(house, cookie)
        assert time.monotonic() - began < BACK_S
        assert stored in {acknowledged, acknowledged + sent}
    assert len(stored) > KILLS
    house.close()
