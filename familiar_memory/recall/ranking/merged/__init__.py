"""Ranked passages become memories: what says the same is one, what is over stands behind."""
