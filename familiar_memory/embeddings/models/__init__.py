"""The embedders that there are, and what they need of their packages."""
