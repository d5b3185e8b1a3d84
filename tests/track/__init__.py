"""Tests of the track."""
