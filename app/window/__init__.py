"""One window of the app: what it keeps, its addresses, its look and its way to the journal."""
