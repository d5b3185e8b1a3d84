"""A house killed while hands of a real shoe are entered, again and again, at any instant."""

import json
import re
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.browser.serving import House

PAUSE_S = 0.08  # a house takes no more than so many commands of one person
WINNERS = ("player", "banker", "tie")


def session(house: House) -> str:
    """Sign the dealer in by the printed link, and give the cookie."""
    line = next(line for line in house.said if line.strip().startswith("Dealer"))
    found = re.search(r"/enter/(\S+)", line)
    assert found
    link, origin = {"link": found[1]}, {"origin": house.address}
    answer = httpx.post(f"{house.address}/api/enter", json=link, headers=origin)
    assert answer.status_code == 200
    return answer.headers["set-cookie"].partition(";")[0]


def letters(house: House, cookie: str) -> str:
    """The hands of the shoe as the board draws them."""
    answer = httpx.get(f"{house.address}/api/table/1", headers={"cookie": cookie}).json()
    return "".join(cell[2] for cell in answer["view"]["board"]["bead_plate"])


def enter(house: House, cookie: str, known: str, chance: Random) -> tuple[str, str]:
    """Enter hands until the house is gone; give those acknowledged, and the one on its way."""
    stored, sent = known, ""
    headers = {"cookie": cookie, "origin": house.address}
    ticket = httpx.post(f"{house.address}/api/ticket", headers=headers).json()["ticket"]
    address = f"{house.address.replace('http', 'ws', 1)}/ws/table/1?ticket={ticket}"
    with connect(address, additional_headers=headers) as socket:
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


def kill_often(folder: Path, seed: int, kills: int) -> Iterator[tuple[float, float]]:
    """Kill a house so often; at most the hand on its way is lost, and every other is there.

    Gives how long it took each time until the whole board was back: by the clock, and of a
    processor's time, which others who are busy here do not make longer.
    """
    house, chance, stored = House(folder / "room.db", ("--cards", "results")), Random(seed), ""
    house.open()
    cookie = session(house)
    new = {"id": secrets.token_hex(16), "type": "new-shoe", "shoe": 1}
    headers = {"cookie": cookie, "origin": house.address}
    answer = httpx.post(f"{house.address}/api/table/1/commands", json=new, headers=headers)
    assert answer.json()["ok"]
    for _ in range(kills):
        acknowledged, sent = enter(house, cookie, stored, chance)
        began = time.monotonic()
        house.open()
        stored = letters(house, cookie)
        yield time.monotonic() - began, house.worked
        assert stored in {acknowledged, acknowledged + sent}
    assert len(stored) > kills
    house.close()
