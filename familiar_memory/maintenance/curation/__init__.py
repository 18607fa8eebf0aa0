"""Curation: a note kept tidy by small operations, made of what the last days repeat of it."""
