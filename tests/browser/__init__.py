"""Tests of the pages in Chromium, against real servers."""

import pytest

# What these find is told in full, as by a test itself.
pytest.register_assert_rewrite(
    *(f"tests.browser.{name}" for name in ("access", "board", "books", "seat", "serving", "shoes"))
)
