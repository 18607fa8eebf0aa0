"""Lorebooks as notes: the Markdown of an entry, and what the engine makes of it."""
