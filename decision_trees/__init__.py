"""Decision trees, their engine and the rule functions of each game."""
