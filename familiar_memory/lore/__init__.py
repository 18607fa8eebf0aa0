"""Lorebooks: what they hold as notes, and when an entry of them speaks up."""
