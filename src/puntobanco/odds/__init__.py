"""Exact odds: ordered deals of every class of coups, and the figures of every bet."""
