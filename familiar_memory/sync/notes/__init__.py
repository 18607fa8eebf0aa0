"""Notes as documents: read, parsed once a save, cut into chunks."""
