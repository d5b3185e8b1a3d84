"""Studies: simulated shoes beside exact odds."""
