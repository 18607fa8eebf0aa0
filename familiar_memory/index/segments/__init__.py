"""Rows of SQLite in the shape of which arrays are made."""
