"""The shipped sheets as their rounds remember them, against files that are reviewed as diffs."""

import json
from collections.abc import Callable

import pytest

from puntobanco.rules.catalogue import find, shipped


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_sheet_changes_only_when_somebody_says_so(
    name: str, golden: Callable[[str, str], None]
) -> None:
    """A round keeps the hash of its sheet, so a shipped sheet moves by a reviewed diff only."""
    sheet = find(name)
    form = json.dumps(sheet.source_form, indent=1, ensure_ascii=False)
    hashes = f"game  {sheet.hash}\nvenue {sheet.venue_hash}\n"
    golden(f"sheets/{name}.txt", f"{hashes}\n{form}\n")
