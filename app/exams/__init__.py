"""Papers for examiners: composed, printed, taken, marked, and the exam room."""
