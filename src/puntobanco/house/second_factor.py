"""The second factor: codes of an authenticator (TOTP, RFC 6238), and codes for when it is lost."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

import pyotp
import segno

ISSUER: Final = "puntobanco"
STEP_MS: Final = 30_000
DRIFT: Final = 1  # steps that a clock may be off, either way


def address_of(secret: str, sign_in: str) -> str:
    """Give what an authenticator reads from the picture."""
    return pyotp.TOTP(secret).provisioning_uri(name=sign_in, issuer_name=ISSUER)


def picture_of(address: str) -> tuple[int, str]:
    """Give the QR code of an address: how many squares wide it is, and its dark ones as a path."""
    rows = list(segno.make(address, error="m", micro=False).matrix)
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, bit in enumerate(row) if bit)
    return len(rows), "".join(dark)


def step_of(secret: str, code: str, now: int, last: int) -> int | None:
    """Give the time step that a code is of; None if it is none of now, or was used before."""
    this = now // STEP_MS
    for step in range(this - DRIFT, this + DRIFT + 1):
        if step > last and hmac.compare_digest(
            pyotp.TOTP(secret).generate_otp(step).encode(), code.encode()
        ):
            return step
    return None


def shown(code: str) -> str:
    """Give a code in groups, as it is easily copied."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def kept(codes: list[str]) -> str:
    """Give what is kept of codes; they are of 80 bits, so that a fast hash will do."""
    return " ".join(map(_hash, codes))


def without(recovery: str, code: str) -> str | None:
    """Give what is left of the codes that are kept once one is used; None if it is none of them."""
    left = recovery.split()
    used = _hash("".join(c for c in code.lower() if c.isalnum()))
    return " ".join(other for other in left if other != used) if used in left else None


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
