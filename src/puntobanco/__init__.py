"""EZ Baccarat and its relatives: one definition of a bet, read by every part."""

__version__ = "0.1.0"
