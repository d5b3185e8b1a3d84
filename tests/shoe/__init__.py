"""Tests of the shoe."""
