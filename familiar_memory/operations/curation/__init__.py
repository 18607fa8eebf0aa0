"""Curation: small operations on the list at the top of an H2 section, and why one is refused."""
