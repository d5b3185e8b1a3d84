"""Where things are in the checkout."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
STATIC: Final = ROOT / "src" / "puntobanco" / "web" / "static"
RESULTS: Final = ROOT / "test-results"
AXE: Final = ROOT / "node_modules" / "axe-core" / "axe.min.js"
