"""One window of the app and the server behind it: what it keeps, its addresses, its frame, who is let in."""
