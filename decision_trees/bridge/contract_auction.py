"""Rule functions of the auction and of scoring, by the names they are called by."""
