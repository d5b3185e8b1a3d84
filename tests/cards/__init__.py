"""Tests of the cards."""
