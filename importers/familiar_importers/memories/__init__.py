"""Memories kept elsewhere: notes, agents' memory files, dumps, and trees of our own."""
