"""What a shoe leaves behind: its notation, its roads and its tally."""
