"""Memories that are looked for: by what they say, by their id, by how new they are."""
