"""Texts to vectors: made where they are missing, and switched to another embedder."""
