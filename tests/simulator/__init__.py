"""A card room simulated from one seed: a house in memory, and everybody who may come to it.

Commands legal and not, from every role; the same again, with the same body and with another; late
ones; restarts; clocks that jump; cards typed wrong; rulings and corrections. After each step a
second bookkeeper, the state and the ledger must agree. A failure prints what makes it again:
`python -m tests.simulator --seed SEED --steps STEPS`.
"""
