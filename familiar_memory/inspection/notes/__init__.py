"""Notes by name: where they are, which there are, and what they were."""
