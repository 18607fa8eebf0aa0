"""Proposals about named records, merged into the text of their note."""
