"""What the machine must bring, and how to get it from the package manager."""

from __future__ import annotations  # so that an older Python can say that it is too old

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"  # no window and no profile: a page opens in a tenth of the time
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome")


def say(text: str) -> None:
    """Tell the person at the terminal what is going on, apart from the output of programs."""
    print(f"-- {text}", file=sys.stderr, flush=True)


def run(*command: str) -> bool:
    """Run a program in the open and tell whether it succeeded."""
    return subprocess.run(command, check=False).returncode == 0


def system_package(name: str) -> bool:
    """Install a package of Debian's, as root or through sudo; False where that cannot be done."""
    if shutil.which("apt-get") is None:
        return False
    head: tuple[str, ...] = ()
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            return False
        head = ("sudo",)
    say(f"installing {name} with the package manager")
    apt = (*head, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q")
    return run(*apt, "update") and run(*apt, "install", "-y", "--no-install-recommends", name)


def browser() -> str | None:
    """Where the system's own Chromium is; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
