"""Addresses, by what they are for."""
