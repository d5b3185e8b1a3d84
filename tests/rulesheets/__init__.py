"""The published rule sheets, clause by clause, with the cards that show each."""
