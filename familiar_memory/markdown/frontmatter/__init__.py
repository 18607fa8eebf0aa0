"""The YAML at the head of a note, read where present, also when it is damaged."""
