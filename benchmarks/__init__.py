"""Measurements against bare floors and peers, each a script of its own."""
