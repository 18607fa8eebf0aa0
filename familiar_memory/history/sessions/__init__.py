"""Turns in sessions: which one each belongs to, and sessions as documents of the index."""
