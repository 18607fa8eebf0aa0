"""Frames: a few words that state a fact wherever they stand close together, looked up in sets."""
