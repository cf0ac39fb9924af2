"""Is a question fair? The faults an examiner strikes out, one check each, every one with its own name."""
