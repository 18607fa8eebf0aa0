"""One bullet, one memory: its text and its tail, read and written."""
