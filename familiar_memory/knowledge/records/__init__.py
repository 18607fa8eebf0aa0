"""What holds for any record: its type, when it expires, and whether a writer made it."""
