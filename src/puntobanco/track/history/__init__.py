"""The hand history: a table's shoes, rounds, voids and corrections as text, one thing a line.

``records`` are what a history holds, ``lines`` is how each of them is written, ``write`` and
``read`` turn the one into the other, and ``check`` deals and settles everything again.
"""
