"""Counting in processes apart, so that no table waits for it: one mechanism for all who ask."""
