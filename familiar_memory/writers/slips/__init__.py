"""Slips of the tongue that their speakers set right."""
