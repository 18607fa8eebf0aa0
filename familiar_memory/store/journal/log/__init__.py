"""The lines of the journal as they lie on the disk."""
