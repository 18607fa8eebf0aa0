"""Searching the tree for a pattern, within a bounded time."""
