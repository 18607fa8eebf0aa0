"""A change taken back, without losing what came after it."""
