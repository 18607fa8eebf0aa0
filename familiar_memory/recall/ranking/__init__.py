"""A question against arrays: pure, no file and no SQL."""
