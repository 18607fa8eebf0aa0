"""Memories that say nearly the same become one: which do, what is left, and why the rest stays."""
