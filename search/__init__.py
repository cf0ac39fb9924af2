"""Query -> ranked provisions, terms and tables."""
