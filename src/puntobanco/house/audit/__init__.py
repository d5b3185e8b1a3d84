"""What an auditor reads: the whole log, rounds in full, whether all of it is true, and exports.

Nothing here writes. What takes long works in small pieces with rests between them, so that tables
that are dealt at the same time do not wait for it.
"""
