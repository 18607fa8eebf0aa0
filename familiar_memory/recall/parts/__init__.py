"""What stands on the page by itself, read from notes: a part a file."""
