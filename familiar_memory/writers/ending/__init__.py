"""The end of a session: what was held is kept, as far as the talk bears it out."""
