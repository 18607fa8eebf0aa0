"""Readers of foreign formats, one module each; found by entry point."""
