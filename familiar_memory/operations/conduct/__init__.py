"""Proposals about how the familiar is to behave."""
