"""Notes as documents: Markdown, read for the index and for whoever is asked to remember."""
