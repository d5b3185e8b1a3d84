"""The table: commands in, events and refusals out."""
