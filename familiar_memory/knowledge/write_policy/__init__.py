"""Whether what is proposed is kept at once, later, only when it is said again, or not at all."""
