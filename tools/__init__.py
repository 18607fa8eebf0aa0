"""Checks of what is published: the wheel, the sdist, the platforms that can have them."""
