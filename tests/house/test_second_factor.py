"""Codes against the vectors of the standard, the picture by its matrix, passwords by their work."""

import re
from base64 import b32encode

import pytest
import segno
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from argon2.profiles import CHEAPEST

from puntobanco.house import second_factor
from puntobanco.house.passwords import Passwords
from puntobanco.web.sessions import CODES, new_codes, new_secret

RFC = b32encode(b"12345678901234567890").decode()
# RFC 6238, appendix B, SHA-1; the last six of eight digits.
VECTORS = [
    (59, "287082"),
    (1_111_111_109, "081804"),
    (1_111_111_111, "050471"),
    (1_234_567_890, "005924"),
    (2_000_000_000, "279037"),
]


@pytest.mark.parametrize("seconds,code", VECTORS)
def test_the_vectors_of_the_standard(seconds: int, code: str) -> None:
    """RFC 6238: at each time of the appendix the code of the appendix is right, used once."""
    step = seconds // 30
    assert second_factor.step_of(RFC, code, seconds * 1000, step - 2) == step
    assert second_factor.step_of(RFC, code, seconds * 1000, step) is None


@pytest.mark.parametrize("code", ["", "28708", "2870822", " 287082", "\u0662\u0668\u0667082"])
def test_what_is_no_code(code: str) -> None:
    """Digits of another script, too few and too many are wrong, and no fault."""
    assert second_factor.step_of(RFC, code, 59_000, -1) is None


def test_the_picture_is_the_code() -> None:
    """The path has a square for each dark module, where it is."""
    address = second_factor.address_of(RFC, "dee & ann")
    width, path = second_factor.picture_of(address)
    squares = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    matrix = list(segno.make(address, error="m", micro=False).matrix)
    dark = {(x, y) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit}
    assert (width, squares) == (len(matrix), dark)
    assert address.startswith("otpauth://totp/puntobanco:dee%20%26%20ann?secret=")


def test_secrets_are_long_and_different() -> None:
    """A secret has 160 bits, a written code 80, and no two of a thousand are alike."""
    secrets = {new_secret() for _ in range(100)}
    codes = {code for _ in range(100) for code in new_codes()}
    assert (len(secrets), len(codes)) == (100, 100 * CODES)
    assert {len(secret) for secret in secrets} == {32}
    assert {len(code) for code in codes} == {16}


def test_a_password_is_kept_as_argon2id() -> None:
    """ASVS 11.4: what is kept of a password is slow by the library's own measure, and salted."""
    passwords = Passwords()
    one, two = (passwords.hash("a cat on a warm roof") for _ in range(2))
    assert one != two
    found = extract_parameters(one)
    assert (found.type, found.memory_cost >= 47_104, found.time_cost >= 1) == (Type.ID, True, True)


def test_an_unknown_name_costs_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash is compared whether or not there is an account, so that time tells nothing."""
    passwords = Passwords(PasswordHasher.from_parameters(CHEAPEST))
    kept = passwords.hash("a cat on a warm roof")
    assert not passwords.is_right(None, "a cat on a warm roof")
    compared: list[str] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, hashed: str, password: str) -> bool:
        compared.append(hashed)
        return verify(self, hashed, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    for known in (kept, None, kept):
        passwords.is_right(known, "another one")
    assert len(compared) == 3
    assert {len(hashed) for hashed in compared} == {len(kept)}
    assert passwords.is_right(kept, "a cat on a warm roof")
    assert not passwords.is_right("no hash", "a cat on a warm roof")
