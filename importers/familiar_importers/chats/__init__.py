"""Conversations of other programs, one module each format."""
