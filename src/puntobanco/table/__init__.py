"""A table as a decider: commands in, events out, state folded from events."""
