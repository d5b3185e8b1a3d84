"""Pictures of the board, kept small in tests/golden/board, and compared with some tolerance.

`python -m tests.browser.pictures` compares every one; with `write`, it makes them anew, to be
looked at. A few of them are compared by `make test`.
"""

import base64
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests.browser.boards import Told
from tests.browser.languages import add_language
from tests.browser.places import ROOT
from tests.browser.serving import House
from tests.browser.states import Scene
from tests.browser.visits import Visits

GOLDEN: Final = ROOT / "tests" / "golden" / "board"
THEMES: Final = ("paper", "night", "safe")
HANDS: Final = (0, 1, 30, 80)
TOLERANCE: Final = 30  # of 255, the mean difference of a block of pixels
OTHER_SCALE: Final = 48  # where lines of one pixel are thicker or thinner

# Draws a picture at a smaller size; gives it as WebP, and how far its worst block is from another.
MEASURE: Final = """async ([taken, kept, long]) => {
  const load = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
  };
  const draw = (image, side) => {
    const scale = side / Math.max(image.width, image.height);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * scale, image.height * scale].map(Math.round);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  const small = draw(await load(taken), long);
  const webp = small.toDataURL("image/webp", .7);
  if (!kept) return { webp, worst: 0 };
  const other = draw(await load(kept), long);
  const size = [small.width, small.height];
  if (other.width !== size[0] || other.height !== size[1]) return { webp, worst: 255 };
  const read = (canvas) => canvas.getContext("2d").getImageData(0, 0, ...size).data;
  const [a, b] = [read(small), read(other)];
  const block = 8;
  let worst = 0;
  for (let top = 0; top + block <= size[1]; top += block) {
    for (let left = 0; left + block <= size[0]; left += block) {
      let sum = 0;
      for (let pixel = 0; pixel < block * block; pixel += 1) {
        const at = 4 * ((top + Math.floor(pixel / block)) * size[0] + left + pixel % block);
        for (let part = at; part < at + 3; part += 1) sum += Math.abs(a[part] - b[part]);
      }
      worst = Math.max(worst, sum / (3 * block * block));
    }
  }
  return { webp, worst };
}"""
LONG: Final = 640


@dataclass(frozen=True)
class Shot:
    """One picture: what stands on which screen, and how it is asked for."""

    scene: Scene
    size: str = "wide"
    query: str = ""
    golden: str = ""  # of another picture that must look the same
    is_cut: bool = False
    has_two: bool = False  # languages

    @property
    def tolerance(self) -> int:
        """How far it may be from what is kept."""
        return OTHER_SCALE if self.golden else TOLERANCE

    def view(self) -> dict[str, Any]:
        """Give the view, its clock held still."""
        view = self.scene.view()
        clock = view["clock"]
        return view | ({"clock": clock | {"paused": True}} if clock else {})


def _grid() -> Iterator[tuple[str, Shot]]:
    for theme in THEMES:
        for hands in HANDS:
            scene, query = Scene(hands, earlier=0 if hands == 1 else 2), f"theme={theme}"
            for size in ("wide", "tall", "4-3", "phone"):
                yield f"{theme}-{hands}-{size}", Shot(scene, size, query)
            for size in ("720", "4k"):  # the wide canvas at another scale
                yield f"{theme}-{hands}-{size}", Shot(scene, size, query, f"{theme}-{hands}-wide")


def _states() -> Iterator[tuple[str, Shot]]:
    corrected = Scene(60, corrected=(23, 41))
    for size in ("wide", "tall", "4-3"):
        yield f"far-{size}", Shot(corrected, size, "preset=far&kiosk=1")
    yield "far-no-more-bets", Shot(Scene(80, "dealing"), query="preset=far&theme=night")
    yield "last-seconds", Shot(Scene(60, "last-bets"))
    yield "no-more-bets", Shot(Scene(60, "dealing"))
    yield "paused", Shot(Scene(60, "paused"))
    yield "idle", Shot(Scene(60, "waiting"))
    yield "settled", Shot(Scene(60, "waiting", changes={"phase": "settled"}))
    yield "new-shoe", Shot(Scene(0, "shuffling"))
    yield "suspended", Shot(Scene(60, "waiting", changes={"is_suspended": True}))
    yield "frozen", Shot(Scene(60, "dealing", board={"checked": 61}))
    yield "corrected", Shot(corrected)
    yield "many-shoes", Shot(Scene(60, earlier=12))
    yield "message", Shot(Scene(60, changes={"message": "Fire drill at noon."}))
    results: dict[str, Any] = {"winner": "banker", "player": None, "banker": None, "calls": []}
    yield "no-totals", Shot(Scene(60, board={"last": results}))
    for light in ("evening", "night"):
        yield f"by-{light}", Shot(Scene(60), query=f"light={light}")
    for size in ("wide", "tall", "4-3", "phone"):
        yield f"bilingual-{size}", Shot(corrected, size, "lang=en,xx", has_two=True)
    yield "offline", Shot(Scene(60), is_cut=True)


SHOTS: Final = dict([*_grid(), *_states()])


def measure(visits: Visits, house: House, name: str) -> tuple[bytes, float]:
    """Take a picture; give it in small, and how far it is from what is kept."""
    shot = SHOTS[name]
    told = Told.at(visits, house, shot.size, shot.query)
    if shot.has_two:
        add_language(told.page)
        told.go(shot.query)
    told.tell(shot.view())
    if shot.is_cut:
        told.cut()
        told.picture("offline")
    png = _data("png", told.page.screenshot())
    file = GOLDEN / f"{shot.golden or name}.webp"
    kept = _data("webp", file.read_bytes()) if file.exists() else None
    found = told.page.evaluate(MEASURE, [png, kept, LONG])
    return base64.b64decode(found["webp"].partition(",")[2]), found["worst"]


def _data(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def main(arguments: list[str]) -> int:
    """Compare all pictures, or make them anew; 1 where one differs."""
    from tests.browser.alone import alone
    from tools.system import say

    GOLDEN.mkdir(parents=True, exist_ok=True)
    faults = []
    with alone() as (visits, house):
        for name, shot in SHOTS.items():
            visit = Visits(visits.browser)
            webp, worst = measure(visit, house, name)
            visit.end(None)
            if "write" in arguments and not shot.golden:
                (GOLDEN / f"{name}.webp").write_bytes(webp)
            elif worst > shot.tolerance:
                faults.append(f"{name}: {worst:.0f}")
    say("\n".join(faults) if faults else f"{len(SHOTS)} pictures are as they were")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
