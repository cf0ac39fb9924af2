"""Search: a query as people say it -> provisions, terms, tables, trees, ranked, with the reason why."""
