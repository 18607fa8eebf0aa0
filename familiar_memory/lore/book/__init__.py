"""A lorebook as values and as notes: foreign forms, the Markdown of an entry, the way back."""
