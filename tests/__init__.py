"""Tests of puntobanco."""
