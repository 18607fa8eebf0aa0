"""Forgets for good, with what that needs of an open familiar."""
