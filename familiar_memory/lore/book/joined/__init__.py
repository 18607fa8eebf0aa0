"""Two readings of a book made one: entries paired, edits patched in, dialects converted."""
