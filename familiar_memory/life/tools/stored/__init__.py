"""A new memory on its way into a note: what it mentions, whether it is known."""
