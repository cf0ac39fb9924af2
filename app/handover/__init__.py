"""Handing rulings from one phone to another in a hall without network."""
