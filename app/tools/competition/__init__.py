"""Rounds of an event: who meets whom and why, what the results come to, and where everybody stands."""
