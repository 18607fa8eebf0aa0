"""A model chooses among what was found; it can choose, and nothing else."""
