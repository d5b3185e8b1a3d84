"""What the house can say of its log, without touching it: rows and files, made in one pass."""
