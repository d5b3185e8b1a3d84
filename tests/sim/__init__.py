"""Simulated shoes: streams, kernels, tallies."""
