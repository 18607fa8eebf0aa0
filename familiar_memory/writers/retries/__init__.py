"""Batches that failed: why, whether and when they are tried again, what was put aside."""
