"""Lorebooks of the tree, asked for their keys."""
