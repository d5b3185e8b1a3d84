"""The rules of the games: coups, rule sheets, verdicts, settlement."""
