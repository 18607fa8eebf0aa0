"""Changes of notes: what each did, which there were, and those that happen now."""
