"""A second bookkeeper: reads the log of a table and says what in it cannot be.

It folds events by itself, as a plain reading of the rules, and asks nothing of `evolve`, `decide`
or `postings`. Wagers are settled, fees taken and offers made by the oracle. What it holds in the
end is what the ledger, and whoever claims to know the table, must hold too. The numbers of the
invariants (trust.md 5.5) are its words.

`python -m tests.audit FILE` audits every table of a database, while its house runs or after.
"""

import tests.audit.correcting
import tests.audit.dealership
import tests.audit.floor
import tests.audit.people
import tests.audit.rounds
import tests.audit.rulings
import tests.audit.shoes
import tests.audit.tracking  # noqa: F401 - each registers what it takes in
from tests.audit.books import Audit, OnFelt

__all__ = ["Audit", "OnFelt"]
