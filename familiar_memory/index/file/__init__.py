"""The file of an index: made, opened, lent to threads, and replaced when it is damaged."""
