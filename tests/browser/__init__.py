"""Tests of the pages in Chromium, against real servers."""
