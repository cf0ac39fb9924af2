"""Papers: what is printed, signed and handed in, and the lists of rulings for other programs."""
