"""The books users bring: kept beside the journal, opened together with the handbook, searched with it."""
