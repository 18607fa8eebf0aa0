"""What the notes are worth, and what it costs to write them."""
