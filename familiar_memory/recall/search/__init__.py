"""Ranked rows become hits that are as their sources are now."""
