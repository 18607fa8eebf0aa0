"""Lorebooks as JSON: the dialects, their fields, entries as they were read."""
