"""A ruling while it is made: the walk through a tree, the deal at the table, what the journal counts, and its words."""
