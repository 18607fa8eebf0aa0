"""A new memory on its way into a note: where it belongs, what it mentions, whether it is known."""
