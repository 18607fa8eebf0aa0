"""A file-first memory for familiars."""
