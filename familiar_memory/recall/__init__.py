"""Question to context, one step a file: who is there, what was said, what may be shown."""
