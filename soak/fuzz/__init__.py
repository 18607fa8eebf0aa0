"""Damaged files of every format, fed to every importer: only clear errors may come of them."""
