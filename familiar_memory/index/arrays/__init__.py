"""The index in memory, as arrays: what a question is scored against. No SQL."""
