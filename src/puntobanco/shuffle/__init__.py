"""Shuffling: the only place, beside sign-in tokens, that asks for chance."""
