"""Events: who takes part, read from what people have."""
