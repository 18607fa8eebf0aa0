"""Text to values and back: notes, records, links, surgical edits. Pure, free of I/O."""
