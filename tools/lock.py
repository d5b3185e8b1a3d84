"""Write the lock files: `make lock`, and `make lock UPGRADE=--upgrade` for newer versions.

They hold hashes, and no address: uv and pip both read them, each with the index it is set up for.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
UV_ITSELF = "uv>=0.13.9,<0.14"
OPTIONS = (
    "--quiet",
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
)
FILES = {
    "uv": ("-",),
    "run": ("pyproject.toml",),
    "test": ("pyproject.toml", "--all-extras", "--group=test", "--group=check"),
}


def main(extra: list[str]) -> int:
    """Write the three files; nothing moves that need not."""
    for name, sources in FILES.items():
        target = f"requirements/{name}.txt"
        command = [str(UV), "pip", "compile", *sources, *OPTIONS, *extra, "-o", target]
        subprocess.run(command, cwd=ROOT, check=True, input=UV_ITSELF, text=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
