"""The journal of an event: append-only records, and everything that is computed from them."""
