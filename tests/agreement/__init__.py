"""The product against the oracle: two readings of the rules that share no line of code."""
