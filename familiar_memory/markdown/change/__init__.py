"""Surgical changes of a note: only the lines meant, every other byte as it was."""
