"""The maintainers' tools; the package does not need them."""
