"""The house: commands in, one transaction each, and what the screens are told."""
