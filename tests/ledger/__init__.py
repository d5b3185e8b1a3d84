"""Tests of puntobanco.ledger."""
