"""Proposals merged into the text of one note: pure functions of texts and values."""
