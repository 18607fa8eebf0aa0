"""Everybody at once on one tree, for minutes, and then an audit: `make soak`."""
