"""Tests of puntobanco.store."""
