"""Bridge at the living table."""
