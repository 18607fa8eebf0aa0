"""Entities as the rows of notes tell of them."""
