"""The threads in which everything is done that may block: bounded, and kept for the next."""
