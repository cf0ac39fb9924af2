"""The generators of questions, one module a family."""
