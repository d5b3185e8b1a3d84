"""Simulated shoes: dealt by compiled kernels, the same for one worker and for many."""
