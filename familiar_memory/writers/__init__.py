"""Turns become notes: what was said is proposed as operations, which code applies."""
