"""Character cards of every form and generation, read."""
