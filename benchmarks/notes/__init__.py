"""What the notes look like and are worth, and what it costs to write them."""
