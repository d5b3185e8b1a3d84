"""Make .venv and keep it as the lock files say: `environment.py run`, `check` or `test`.

Started by a plain python3, so that it needs nothing but the standard library. uv installs; where
uv has no wheel, pip does, from the same files. What is installed is written down with the hash of
all that it depends on: when nothing has changed, nothing is done.
"""

from __future__ import annotations  # so that an older Python can say that it is too old

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # started as a file, before anything is installed

from tools.system import SHELL, browser, run, say, system_package  # noqa: E402

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
REQUIREMENTS = ROOT / "requirements"
STAMP = VENV / "installed.json"
NODE_MODULES = ROOT / "node_modules"
NODE_STAMP = NODE_MODULES / ".installed"
SHELL_TRIED = VENV / "shell.tried"
OLDEST = (3, 11)
SETS = ("run", "test")  # each contains the one before


def digest(*files: Path) -> str:
    """Tell one state of these files from another, and one place of the checkout from another."""
    total = hashlib.sha256(str(ROOT).encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def state(wanted: str) -> dict[str, str]:
    """Describe an environment that holds the wanted set."""
    lock = REQUIREMENTS / f"{wanted}.txt"
    return {"set": wanted, "digest": digest(lock, ROOT / "pyproject.toml")}


def installed() -> dict[str, str]:
    """Read what was written down at the last install; empty where .venv does not work."""
    try:
        found: dict[str, str] = json.loads(STAMP.read_text())
        subprocess.run([str(PYTHON), "-c", ""], check=True, capture_output=True)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return {}
    return found


def create() -> bool:
    """Make an empty .venv with uv in it, or with pip where uv cannot be had."""
    shutil.rmtree(VENV, ignore_errors=True)
    lock = str(REQUIREMENTS / "uv.txt")
    hashes = ("--require-hashes", "--quiet", "-r", lock)
    outside = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", *hashes]
    if run(sys.executable, "-m", "venv", "--without-pip", str(VENV)):
        quiet = subprocess.run(outside, check=False, capture_output=True)
        if quiet.returncode == 0:
            return True
    say("no pip beside this Python that could install uv: making .venv with a pip of its own")
    with_pip = (sys.executable, "-m", "venv", "--clear", str(VENV))
    has_pip = subprocess.run(with_pip, check=False, capture_output=True).returncode == 0
    if not has_pip and not (system_package("python3-venv") and run(*with_pip)):
        return False
    if not run(str(PYTHON), "-m", "pip", "install", *hashes):
        say("no uv for this machine: pip installs everything, which takes longer")
    return True


def install(wanted: str) -> bool:
    """Bring .venv to exactly the wanted set, and the package itself to where its source is."""
    lock = str(REQUIREMENTS / f"{wanted}.txt")
    own = ("--no-deps", "--quiet", "-e", str(ROOT))
    if UV.exists():
        here = ("--python", str(PYTHON))
        sync = ("pip", "sync", *here, "--quiet", "--require-hashes", lock)
        if not run(str(UV), *sync):
            say("trying again with the certificates that this system trusts")
            os.environ["UV_SYSTEM_CERTS"] = "1"
            if not run(str(UV), *sync):
                return False
        return run(str(UV), "pip", "install", *here, *own)
    pip = (str(PYTHON), "-m", "pip", "install", "--quiet")
    return run(*pip, "--require-hashes", "-r", lock) and run(*pip, *own)


def python_packages(asked: str) -> bool:
    """Bring .venv up to date, and never back from the test set to the smaller one."""
    before = installed()
    wanted = max(asked, before.get("set", asked), key=SETS.index)
    if before == state(wanted):
        return True
    if not before and not create():
        return False
    say(f"installing requirements/{wanted}.txt into .venv")
    STAMP.unlink(missing_ok=True)  # an install that is cut off leaves no claim behind
    if not install(wanted):
        return False
    STAMP.write_text(json.dumps(state(wanted)))
    return True


def node_packages() -> bool:
    """Install the checker of the browser code and axe, with npm."""
    wanted = digest(ROOT / "package.json", ROOT / "package-lock.json")
    if NODE_STAMP.exists() and NODE_STAMP.read_text() == wanted:
        return True
    if shutil.which("npm") is None and not system_package("npm"):
        say("no npm here: the types of the browser code and axe's rules will not be checked")
        return True
    say("installing package-lock.json into node_modules")
    if not run("npm", "ci", "--prefix", str(ROOT), "--silent", "--no-audit", "--no-fund"):
        return False
    NODE_STAMP.write_text(wanted)
    return True


def driver() -> bool:
    """See to it that Playwright's own Node runs: a bare Debian lacks one library of it."""
    return _node_runs() or (system_package("libatomic1") and _node_runs())


def _node_runs() -> bool:
    found = (
        "import pathlib, playwright, subprocess;"
        "node = pathlib.Path(playwright.__file__).parent / 'driver' / 'node';"
        "subprocess.run([node, '--version'], check=True, capture_output=True)"
    )
    quiet = subprocess.run([str(PYTHON), "-c", found], check=False, capture_output=True)
    return quiet.returncode == 0


def chromium() -> bool:
    """See to it that there is a browser: the system's, the package manager's, Playwright's own.

    The headless shell is tried for once: where it cannot be had, the whole browser does, slowly.
    """
    if not shutil.which(SHELL) and not SHELL_TRIED.exists():
        SHELL_TRIED.touch()
        system_package(SHELL)
    if browser() or (system_package("chromium") and browser()):
        return True
    say("no Chromium from the package manager: trying Playwright's own download")
    return run(str(PYTHON), "-m", "playwright", "install", "chromium")


def main(asked: str) -> int:
    """Install what running, checking or testing needs; 0 when all of it is there."""
    if sys.version_info < OLDEST:
        say(f"puntobanco needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
        say("Name another one: make PYTHON=python3.11 setup")
        return 2
    os.chdir(ROOT)
    done = python_packages("run" if asked == "run" else "test")
    if asked != "run":
        done = done and driver() and node_packages()
    if asked == "test":
        done = done and chromium()
    if not done:
        say("not everything could be installed; the lines above say why")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
