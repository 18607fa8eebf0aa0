"""Curation, merged into the text of a note: only bullets of the top regions that are seen."""
