"""What is said at a table, understood: which irregularity it is, and what was said of it."""
