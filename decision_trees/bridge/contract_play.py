"""Rule functions of the play, by the names they are called by."""
