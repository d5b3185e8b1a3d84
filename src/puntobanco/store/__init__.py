"""The store: events in chains, transfers and balances, answers, people and shoes."""
