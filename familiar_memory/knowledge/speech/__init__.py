"""Of whom a text speaks, and whether it only asks; each language by its own tables."""
