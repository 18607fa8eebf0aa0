"""Proposals about records that are named: what is to become of one line, or of several."""
