"""Studies: the one place where exact odds and simulated shoes meet, each a check of the other."""
