"""Measurements: ratios taken in one run, kept by date."""
