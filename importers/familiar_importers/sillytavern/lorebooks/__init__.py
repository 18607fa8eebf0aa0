"""Lorebooks in and out."""
