"""The house: the desk, the dealer, people, plans and views."""
