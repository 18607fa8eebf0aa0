"""Vectors, by the space they belong to and the text that they stand for."""
