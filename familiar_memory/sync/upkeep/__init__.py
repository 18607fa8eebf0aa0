"""Keeps an index up: hears of saves, works off what was reported, tells when it has settled."""
