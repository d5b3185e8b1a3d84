"""What leaves the house of a table, as types: a field that is not here cannot get out.

The same records are rendered, documented, promised to the scripts of the pages and decoded by the
tests. Amounts are integers in minor units; times are milliseconds that are left.
"""
